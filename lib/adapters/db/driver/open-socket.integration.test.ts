import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClient } from '#lib/adapters/db/driver/open-client'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { startTcpProxy } from '#testing/tcp-proxy'
import { until } from '#testing/until'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** Longer than a busy machine takes to open a connection. */
const answerWithinMs = 3_000

/** A proxy without a server behind it: it accepts connections and closes them. */
async function startEmptyProxy() {
  let accepted = 0
  const server = createServer((socket) => {
    accepted += 1
    socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `postgres://any@127.0.0.1:${(server.address() as AddressInfo).port}/any`
  return { url, accepted: () => accepted, close: () => server.close() }
}

const ask = (client: postgres.Sql) => client`select 1 as one`.then(() => 'answered', codeOf)
/** The second, if the proxy had not read what was sent to it. */
const closed = /^(CONNECTION_CLOSED|ECONNRESET)$/
const codeOf = (error: { code?: string }) => error.code

test('a statement fails while a proxy accepts connections and has no server', async () => {
  const proxy = await startEmptyProxy()
  const client = openClient(proxy.url, { max: 2 })
  for (const code of await Promise.all([1, 2, 3, 4].map(() => ask(client)))) expect(code).toMatch(closed)
  expect(await client.begin((tx) => tx`select 1`).then(() => 'answered', codeOf)).toMatch(closed)
  await client.end({ timeout: 1 })
  proxy.close()
})

test('a statement and a transaction fail when the server is silent, and those after it are answered', {
  tags: 'thorough',
}, async () => {
  const proxy = await startTcpProxy(database.url)
  const client = openClient(proxy.url, { max: 1, maxTransactions: 1, answerWithinMs })
  expect(await ask(client)).toBe('answered')
  const committed = client.begin(async (tx) => {
    await tx`select 1`
    proxy.silence()
  })
  expect(await committed.then(() => 'answered', codeOf)).toBe('ETIMEDOUT')
  expect(await ask(client)).toBe('ETIMEDOUT')
  const begun = client.begin((tx) => tx`select 1`)
  expect(await begun.then(() => 'answered', codeOf)).toBe('ETIMEDOUT')
  await proxy.cut()
  proxy.speak()
  await proxy.restore()
  expect(await ask(client)).toBe('answered')
  expect(await client.begin((tx) => tx`select 1`)).toHaveLength(1)
  await client.end({ timeout: 1 })
  await proxy.close()
})

test('a statement of a transaction fails when the server is silent, unless the transaction may take long', {
  tags: 'thorough',
}, async () => {
  const client = openClient(database.url, { max: 1, maxTransactions: 2, answerWithinMs })
  const holder = postgres(database.url, { max: 1 })
  await holder`select pg_advisory_lock(7)`
  const long = client.begin(async (tx) => {
    await tx`set local statement_timeout = 0`
    return tx`select pg_advisory_lock_shared(7)`
  })
  await until(
    async () =>
      (await database.sql`select from pg_locks where locktype = 'advisory' and not granted`).length === 1,
    { what: 'the long one waits' },
  )
  const limited = client.begin((tx) => tx`select pg_advisory_lock_shared(7)`)
  expect(await limited.then(() => 'answered', codeOf)).toBe('ETIMEDOUT')
  await holder.end()
  expect(await long).toHaveLength(1)
  await client.end({ timeout: 1 })
})

test('a listener listens again once the server behind a proxy is back', async () => {
  const proxy = await startTcpProxy(database.url)
  const client = openClient(proxy.url, { max: 1 })
  let [listening, heard] = [0, 0]
  await client.listen(
    'back',
    () => {
      heard += 1
    },
    () => {
      listening += 1
    },
  )
  await proxy.cut()
  await proxy.restore()
  await until(() => listening === 2, { what: 'it listens again' })
  await database.sql`select pg_notify('back', '')`
  await until(() => heard === 1, { what: 'the notice' })
  await client.end({ timeout: 1 })
  await proxy.close()
})

test('UPSTREAM: postgres.js alone connects again and again for a statement', async () => {
  const proxy = await startEmptyProxy()
  const client = postgres(proxy.url, { max: 1, fetch_types: false })
  let isSettled = false
  const asked = client`select 1`.then(
    () => {},
    () => {
      isSettled = true
    },
  )
  await until(() => proxy.accepted() > 20, { what: 'many connections' })
  expect(isSettled).toBe(false)
  proxy.close()
  await asked
  await client.end({ timeout: 1 })
})
