import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { event } from '#db/schema/service'
import { createTestDatabase, type TestDatabase } from '#lib/sandbox/testing/database'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('service_now() follows the clock offset', async () => {
  const [row] = await database.sql`
    update service_clock set offset_seconds = 3600 returning extract(epoch from service_now() - now())::int as ahead`
  expect(row?.ahead).toBe(0)
  const [after] = await database.sql`select extract(epoch from service_now() - now())::int as ahead`
  expect(after?.ahead).toBe(3600)
})

test('events are never changed', async () => {
  await database.db.insert(event).values({ subject: 'tree', subjectId: '1', name: 'built' })
  await expect(database.db.update(event).set({ name: 'other' })).rejects.toMatchObject({
    cause: expect.objectContaining({ message: expect.stringContaining('never changed') }),
  })
  await expect(database.db.execute(sql`delete from event`)).rejects.toThrow()
})
