import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { describeSchema } from '#testing/describe-schema'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

// After an intended change: `npx vitest run --project integration drizzle/schema -u`, and review the difference.
test('a fresh database has exactly the schema that `schema.txt` describes', async () => {
  await expect(await describeSchema(database.sql)).toMatchFileSnapshot('schema.txt')
})
