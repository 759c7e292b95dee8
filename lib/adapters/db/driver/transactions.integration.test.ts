import { execFile } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { sql as text } from 'drizzle-orm'
import type postgres from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { withAdvisoryLock } from '#lib/adapters/advisory-lock'
import { type Database, openDatabase } from '#lib/adapters/db'
import { openClient } from '#lib/adapters/db/driver/open-client'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { until } from '#testing/until'

let database: TestDatabase
let one: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  // One connection for statements, one for transactions.
  one = openDatabase(database.url, { maxConnections: 2 })
})
afterEach(() => one.close())

/** Ends a connection as a failover or an operator does. */
async function terminate(pid: number): Promise<void> {
  await database.sql`select pg_terminate_backend(${pid})`
  await until(
    async () => (await database.sql`select from pg_stat_activity where pid = ${pid}`).length === 0,
    {
      what: 'the end of the connection',
    },
  )
}
/** The codes of postgres.js, Node and PostgreSQL for a lost connection. drizzle wraps the error of a statement. */
const lost = /^(CONNECTION_CLOSED|ECONNRESET|EPIPE|57P01)$/
const codeOf = (error: Error & { code?: string }) =>
  error.code ?? (error.cause as { code?: string } | undefined)?.code ?? String(error)
const pidOf = text`select pg_backend_pid() as pid`

type Tx = Parameters<Parameters<Database['db']['transaction']>[0]>[0]

test.each<[string, (tx: Tx) => Promise<unknown>]>([
  ['another statement', (tx) => tx.execute(text`select 1`)],
  ['a long statement', (tx) => tx.execute(text`select ${'x'.repeat(5_000)}`)],
  ['a savepoint', (tx) => tx.transaction((inner) => inner.execute(text`select 1`))],
  ['its commit', async () => {}],
  ['its rollback', () => Promise.reject(new Error('changed my mind'))],
])('a transaction whose connection is lost before %s fails, and the pool still works', async (_, goOn) => {
  const failed = one.db.transaction(async (tx) => {
    const [row] = await tx.execute<{ pid: number }>(pidOf)
    await terminate(row!.pid)
    await goOn(tx)
  })
  expect(await failed.then(() => undefined, codeOf)).toMatch(lost)
  for (let next = 0; next < 3; next++)
    expect(await one.db.transaction((tx) => tx.execute(text`select 1 as works`))).toMatchObject([
      { works: 1 },
    ])
})

test('a transaction whose connection is lost within a savepoint fails, and the pool still works', async () => {
  const failed = one.db.transaction((tx) =>
    tx.transaction(async (inner) => {
      const [row] = await inner.execute<{ pid: number }>(pidOf)
      await terminate(row!.pid)
    }),
  )
  expect(await failed.then(() => undefined, codeOf)).toMatch(lost)
  expect(await one.db.transaction((tx) => tx.execute(text`select 1 as works`))).toMatchObject([{ works: 1 }])
})

test('every statement of a transaction fails when its connection is lost, those under way and later ones', async () => {
  const codes: string[] = []
  let later: Promise<unknown> | undefined
  const failed = one.sql.begin(async (tx) => {
    const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
    const underWay = [tx`select pg_sleep(60)`, tx`select 1`, tx`select 2`].map((query) =>
      query.then(
        () => 'answered',
        (error) => codes.push(codeOf(error)),
      ),
    )
    later = Promise.all(underWay).then(() => tx`select 3`.catch((error) => codes.push(codeOf(error))))
    await terminate(row!.pid)
    await later
  })
  expect(await failed.then(() => undefined, codeOf)).toMatch(lost)
  await later
  expect(codes).toHaveLength(4)
  for (const code of codes) expect(code).toMatch(lost)
})

test('a statement sent after the end of its transaction fails and changes nothing', async () => {
  let escaped: postgres.TransactionSql | undefined
  await one.sql.begin(async (tx) => {
    escaped = tx
    await tx`create table escaped_from (n int)`
  })
  await expect(escaped!`insert into escaped_from values (1)`).rejects.toThrow(
    'after the end of its transaction',
  )
  expect(await one.sql`select from escaped_from`).toHaveLength(0)
})

test('connections lost one after the other never stop the next transaction', async () => {
  for (let round = 0; round < 25; round++) {
    const lose = async (pid: number) => {
      // Not waited for: the statement below meets the dying connection at any moment of its end.
      await database.sql`select pg_terminate_backend(${pid})`
    }
    const failed = one.db.transaction(async (tx) => {
      const [row] = await tx.execute<{ pid: number }>(pidOf)
      await lose(row!.pid)
      for (let next = 0; next < 20; next++) await tx.execute(text`select 1`)
    })
    expect(await failed.then(() => undefined, codeOf)).toMatch(lost)
    expect(await one.db.transaction((tx) => tx.execute(text`select ${round}::int as round`))).toMatchObject([
      { round },
    ])
  }
})

test('a lock whose connection is lost is free for others at once, and its holder runs to the end', async () => {
  const name = 'a lock of this test'
  const steps: string[] = []
  const ran = await withAdvisoryLock(one.sql, name, async () => {
    const [row] = await database.sql<{ pid: number }[]>`
      select pid from pg_locks where locktype = 'advisory' and granted
        and ((classid::bigint << 32) | objid::bigint) = hashtextextended(${name}, 0)`
    expect(await withAdvisoryLock(database.sql, name, async () => {})).toBe(false)
    await terminate(row!.pid)
    expect(await withAdvisoryLock(database.sql, name, async () => {})).toBe(true)
    steps.push('done')
  })
  expect(ran).toBe(true)
  expect(steps).toEqual(['done'])
  for (let next = 0; next < 3; next++)
    expect(await withAdvisoryLock(one.sql, name, async () => {})).toBe(true)
})

test('an error of the holder of a lock is passed on, and the lock is free', async () => {
  await expect(withAdvisoryLock(one.sql, 'another', () => Promise.reject(new Error('no')))).rejects.toThrow(
    'no',
  )
  expect(await withAdvisoryLock(one.sql, 'another', async () => {})).toBe(true)
})

/** A client with the sockets of its connections, in the order in which they were opened. */
function openWithSockets(ports: number[] = []): { client: postgres.Sql; sockets: Socket[] } {
  const { hostname, port } = new URL(database.url)
  const sockets: Socket[] = []
  const socket = () => {
    const opened = connect(ports.shift() ?? Number(port), hostname)
    sockets.push(opened)
    return opened
  }
  // Only a connection that is opened again by the same object waits for this.
  return { client: openClient(database.url, { backoff: () => 60, ...{ socket } }), sockets }
}

function reset(socket: Socket): void {
  socket.destroy(Object.assign(new Error('reset by the test'), { code: 'ECONNRESET' }))
}

const begin = (client: postgres.Sql) =>
  client
    .begin((tx) => tx<{ works: number }[]>`select 1 as works`)
    .then(
      ([row]) => row?.works,
      (error: { code?: string }) => error.code,
    )

test('a transaction that begins between the failure of an idle connection and its close fails, and the next succeeds', async () => {
  const { client, sockets } = openWithSockets()
  expect(await begin(client)).toBe(1)
  const begun = new Promise((resolve) => sockets[0]!.once('error', () => resolve(begin(client))))
  reset(sockets[0]!)
  expect(await begun).toBe('CONNECTION_CLOSED')
  expect(await begin(client)).toBe(1)
  await client.end({ timeout: 1 })
})

test('after a connection that could not be opened, the transaction that waited has another one', async () => {
  const { client } = openWithSockets([1])
  expect(await Promise.all([begin(client), begin(client)])).toEqual(['ECONNREFUSED', 1])
  await client.end({ timeout: 1 })
})

test('after a COMMIT on a dying connection, the transaction that waited gets another connection', async () => {
  const { client, sockets } = openWithSockets()
  const fatal = Buffer.from('E....SFATAL\0C57P01\0Mterminating\0\0')
  fatal.writeInt32BE(fatal.length - 1, 1)
  const failed = client.begin(async (tx) => {
    await tx`select 1`
    setImmediate(() => {
      sockets[0]!.emit('data', fatal)
      reset(sockets[0]!)
    })
  })
  const next = begin(client)
  await expect(failed).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(await next).toBe(1)
  await client.end({ timeout: 1 })
})

test('UPSTREAM: postgres.js alone ends the process when a transaction continues after its connection is lost', {
  tags: 'thorough',
}, async () => {
  const program = `
    import postgres from 'postgres'
    const [url] = process.argv.slice(1)
    const closed = Promise.withResolvers()
    const sql = postgres(url, { max: 2, fetch_types: false, onclose: closed.resolve })
    const other = postgres(url, { max: 1, fetch_types: false })
    await sql.begin(async (tx) => {
      const [{ pid }] = await tx\`select pg_backend_pid() as pid\`
      await other\`select pg_terminate_backend(\${pid})\`
      await closed.promise
      await tx\`select 1\`
    }).catch(() => {})`
  await expect(
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program, database.url]),
  ).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("reading 'write'") })
})
