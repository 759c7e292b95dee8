import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { event } from '#db/schema/service'
import { openDatabase } from '#lib/adapters/db'
import { createTestDatabase, type TestDatabase } from '#testing/database'

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

test('transactions begin on connections of their own, however busy the pool is', async () => {
  const busy = openDatabase(database.url, { maxConnections: 3 })
  const sleep = () => busy.sql`select pg_sleep(0.002)`
  await Promise.all([sleep(), sleep(), sleep()])
  const work = Array.from({ length: 100 }, async (_, index) => {
    for (let before = 0; before < index % 4; before += 1) await sleep()
    await busy.db.transaction(async (tx) => {
      await tx.insert(event).values({ subject: 'tree', subjectId: 'busy', name: 'built' })
    })
  })
  const failed = (await Promise.allSettled(work)).filter((done) => done.status === 'rejected')
  expect(failed).toEqual([])
  // A transaction left open by accident would hide its rows from every other connection.
  const [row] = await database.sql`select count(*)::int as stored from event where subject_id = 'busy'`
  expect(row?.stored).toBe(100)
  await busy.close()
})

test('locks work with a pool that another copy of the module opened, because pages and routes are bundled separately', async () => {
  const opened = openDatabase(database.url, { maxConnections: 3 })
  vi.resetModules()
  const copy = await import('#lib/adapters/db')
  expect(copy.openDatabase).not.toBe(openDatabase)
  const one = copy.beginLock(opened.sql)(async (session) => session`select 1 as one`)
  await expect(one).resolves.toEqual([{ one: 1 }])
  expect(copy.sessionLocksOf(opened.sql)).toHaveProperty('take')
  await opened.close()
})
