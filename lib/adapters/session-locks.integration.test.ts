import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSessionLocks, type SessionLocks } from '#lib/adapters/session-locks'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { patienceMs, until } from '#testing/until'

let database: TestDatabase
let here: SessionLocks
let there: SessionLocks
beforeAll(async () => {
  database = await createTestDatabase()
  here = openSessionLocks(database.url)
  there = openSessionLocks(database.url)
})
afterAll(async () => {
  await Promise.all([here?.close(), there?.close()])
  await database?.close()
})

const nobody = new AbortController().signal
const take = (locks: SessionLocks, name: string, options: { waitMs?: number; onWanted?: () => void } = {}) =>
  locks.take({ name, waitMs: options.waitMs ?? 0, signal: nobody, onWanted: options.onWanted ?? (() => {}) })

test('one at a time holds a name, in this process or another, and another name is free', async () => {
  const held = (await take(here, 'a'))!
  expect(held.isHeld()).toBe(true)
  expect(await take(here, 'a')).toBeUndefined()
  expect(await take(there, 'a')).toBeUndefined()
  const other = (await take(there, 'b'))!
  await held.release()
  const next = (await take(there, 'a'))!
  expect(await take(here, 'a')).toBeUndefined()
  await Promise.all([next.release(), other.release()])
})

test('of many that ask at once, each gets its turn alone', async () => {
  let inside = 0
  let turns = 0
  const everyone = [here, there].flatMap((locks) => Array.from({ length: 10 }, () => locks))
  await Promise.all(
    everyone.map(async (locks) => {
      const lock = (await take(locks, 'many', { waitMs: patienceMs }))!
      inside += 1
      expect(inside).toBe(1)
      await new Promise((done) => setImmediate(done))
      inside -= 1
      turns += 1
      await lock.release()
    }),
  )
  expect(turns).toBe(20)
})

test.each([
  ['this process', () => here],
  ['another process', () => there],
])('the holder is told that somebody of %s wants it', async (_, asker) => {
  let wanted = 0
  const held = (await take(here, 'wanted', { onWanted: () => wanted++ }))!
  const asking = take(asker(), 'wanted', { waitMs: patienceMs })
  await until(() => wanted > 0, { what: 'the holder hears of it' })
  await held.release()
  await (await asking)!.release()
})

test('it ends with its database session: the holder learns of that, and the next one gets it', async () => {
  const held = (await take(here, 'cut'))!
  await database.sql`select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`
  const next = await until(() => take(there, 'cut'), { what: 'it is free' })
  await until(() => !held.isHeld(), { what: 'the holder learns of it' })
  // Nor does it come back to him with the next session of his.
  expect(await take(here, 'cut')).toBeUndefined()
  await held.release()
  expect(next.isHeld()).toBe(true)
  expect(await take(here, 'cut')).toBeUndefined()
  await next.release()
  await (await take(here, 'cut'))!.release()
})

test('a lock that is requested while its session breaks is given by the next session', async () => {
  const target = new URL(database.url)
  const sockets: Socket[] = []
  const proxy = createServer((incoming) => {
    const outgoing = connect(Number(target.port), target.hostname)
    sockets.push(incoming)
    incoming.on('error', () => {}).on('close', () => outgoing.destroy())
    outgoing.on('error', () => {}).on('close', () => incoming.destroy())
    incoming.pipe(outgoing).pipe(incoming)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const url = new URL(database.url)
  url.hostname = '127.0.0.1'
  url.port = String((proxy.address() as AddressInfo).port)
  const locks = openSessionLocks(url.href)
  await (await take(locks, 'first'))!.release()
  // The database's answers no longer arrive, so the second request waits for the first.
  const session = sockets.at(-1)!
  session.unpipe().pause()
  const broken = take(locks, 'broken').catch((error: { code?: string }) => error.code)
  const next = take(locks, 'next')
  await new Promise((done) => setTimeout(done, 20))
  session.destroy()
  expect(await broken).toBe('CONNECTION_CLOSED')
  const held = (await next)!
  expect(held.isHeld()).toBe(true)
  await held.release()
  await (await take(there, 'next'))!.release()
  await locks.close()
  proxy.close()
})

test('a caller that gave up waiting does not get the lock later', async () => {
  const held = (await take(here, 'given up'))!
  const stop = new AbortController()
  const asking = there.take({ name: 'given up', waitMs: patienceMs, signal: stop.signal, onWanted: () => {} })
  stop.abort()
  expect(await asking).toBeUndefined()
  await held.release()
  await (await take(here, 'given up'))!.release()
})
