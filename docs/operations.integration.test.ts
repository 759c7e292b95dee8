import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database'

const guide = readFileSync(join(import.meta.dirname, 'operations.md'), 'utf8')
const statements = [...guide.matchAll(/`(select [^`]+)`/g)]
  .map(([, sql]) => sql!.replaceAll(/\s+/g, ' '))
  .filter((sql) => sql.includes(' from '))
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.close())

test('every statement that the guide for operators shows can be run', async () => {
  expect(statements.length).toBeGreaterThan(15)
  for (const sql of statements) {
    const problem = await database.sql.unsafe(`explain ${sql}`).then(
      () => undefined,
      (error: Error) => error.message,
    )
    expect(problem, sql).toBeUndefined()
  }
})
