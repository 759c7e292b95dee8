import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClient } from '#lib/adapters/db/driver/open-client'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { until } from '#testing/until'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** Settings under which the test has the sockets of a client in hand, in the order in which they were opened. */
function withSockets(): { sockets: Socket[]; settings: { backoff: () => number } } {
  const { hostname, port } = new URL(database.url)
  const sockets: Socket[] = []
  const socket = () => {
    const opened = connect(Number(port), hostname)
    sockets.push(opened)
    return opened
  }
  return { sockets, settings: { backoff: () => 0, ...{ socket } } }
}

function reset(socket: Socket): void {
  socket.destroy(Object.assign(new Error('reset by the test'), { code: 'ECONNRESET' }))
}

/** The answer or the code of the error; a result without the existing row would be the defect. */
const ask = (client: postgres.Sql) =>
  client<{ one: number }[]>`select 1 as one`.then(
    (rows) => (rows.length === 1 ? 'answered' : 'EMPTY'),
    (error: { code?: string }) => error.code,
  )

test('a statement sent between the failure of an idle connection and its close fails, and the next succeeds', async () => {
  const { sockets, settings } = withSockets()
  const client = openClient(database.url, { max: 1, ...settings })
  expect(await ask(client)).toBe('answered')
  const asked = new Promise<unknown>((resolve) => sockets[0]!.once('error', () => resolve(ask(client))))
  reset(sockets[0]!)
  expect(await asked).toBe('CONNECTION_CLOSED')
  expect(await ask(client)).toBe('answered')
  await client.end()
})

test('a statement sent in the turn in which its connection is reset fails, and the next succeeds', async () => {
  const { sockets, settings } = withSockets()
  const client = openClient(database.url, { max: 1, ...settings })
  for (let round = 0; round < 5; round++) {
    expect(await ask(client)).toBe('answered')
    const asked = ask(client)
    reset(sockets.at(-1)!)
    expect(await asked).toMatch(/^(CONNECTION_CLOSED|ECONNRESET)$/)
  }
  expect(await ask(client)).toBe('answered')
  await client.end()
})

test('a statement never waits behind one that takes long while another connection is free', async () => {
  const client = openClient(database.url, { max: 2 })
  const holder = postgres(database.url, { max: 1 })
  await holder`select pg_advisory_lock(1)`
  const slow = client`select pg_advisory_lock_shared(1)`
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(client)))
  expect(new Set(answers)).toEqual(new Set(['answered']))
  await holder.end()
  await slow
  await client.end()
})

test('at most `max` connections are open, for statements and for transactions', async () => {
  const client = openClient(database.url, {
    max: 2,
    maxTransactions: 3,
    connection: { application_name: 'counted' },
  })
  const statements = Array.from({ length: 20 }, () => client`select pg_sleep(0.01)`)
  const transactions = Array.from({ length: 20 }, () => client.begin((tx) => tx`select pg_sleep(0.01)`))
  await Promise.all([...statements, ...transactions])
  const [row] = await database.sql`
    select count(*)::int as open from pg_stat_activity where application_name = 'counted'`
  expect(row!.open).toBe(5)
  await client.end()
})

test('a COPY has its connection to the end', async () => {
  const client = openClient(database.url, { max: 1 })
  const copy = await client`copy (select generate_series(1, 20000)) to stdout`.readable()
  const next = ask(client)
  expect((await text(copy)).split('\n')).toHaveLength(20_001)
  expect(await next).toBe('answered')
  await client.end()
})

test('a query that was cancelled before it was sent fails, and the pool still works', async () => {
  const client = openClient(database.url, { max: 1 })
  const slow = client`select pg_sleep(0.02)`.execute()
  const cancelled = client`select 1`.execute()
  cancelled.cancel()
  await expect(cancelled).rejects.toMatchObject({ code: '57014' })
  await slow
  expect(await ask(client)).toBe('answered')
  await client.end()
})

test('statements that wait when the pool ends fail', async () => {
  const client = openClient(database.url, { max: 1 })
  const holder = postgres(database.url, { max: 1 })
  await holder`select pg_advisory_lock(2)`
  const slow = client`select pg_advisory_lock_shared(2)`.execute()
  await until(
    async () =>
      (await database.sql`select from pg_locks where locktype = 'advisory' and not granted`).length > 0,
    {
      what: 'the statement waiting for its lock',
    },
  )
  const waiting = ask(client)
  const ended = client.end()
  expect(await waiting).toBe('CONNECTION_ENDED')
  expect(await ask(client)).toBe('CONNECTION_ENDED')
  await holder.end()
  await slow
  await ended
})

test('UPSTREAM: postgres.js alone answers a statement on a lost connection with no rows', async () => {
  const { sockets, settings } = withSockets()
  const client = postgres(database.url, { max: 1, fetch_types: false, ...settings })
  expect(await ask(client)).toBe('answered')
  const asked = new Promise<unknown>((resolve) => sockets[0]!.once('error', () => resolve(ask(client))))
  reset(sockets[0]!)
  await new Promise((resolve) => sockets[0]!.once('close', resolve))
  expect(await ask(client)).toBe('answered')
  expect(await asked).toBe('EMPTY')
  await client.end()
})

test('UPSTREAM: postgres.js alone sends statements to a busy connection, and BEGIN without reserving it', async () => {
  const client = postgres(database.url, { max: 2, fetch_types: false, ...{ max_pipeline: 1 } })
  await Promise.all([client`select pg_sleep(0.01)`, client`select pg_sleep(0.01)`])
  const holder = postgres(database.url, { max: 1 })
  await holder`select pg_advisory_lock(3)`
  const slow = [
    client`select pg_advisory_lock_shared(3)`.execute(),
    client`select pg_advisory_lock_shared(3)`.execute(),
  ]
  await until(
    async () =>
      (await database.sql`select from pg_locks where locktype = 'advisory' and not granted`).length === 2,
    {
      what: 'both connections waiting for the lock',
    },
  )
  const begun = client.begin((tx) => tx`select 1`).catch((error: { code?: string }) => error.code)
  await holder.end()
  await Promise.all(slow)
  expect(await begun).toBe('UNSAFE_TRANSACTION')
  await client.end({ timeout: 1 })
})
