// needs: pgbouncer-1.21
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { event } from '#db/schema/service'
import { type OpenContext, openContext } from '#lib/adapters/context'
import { openDatabase, sessionLocksOf } from '#lib/adapters/db'
import { parseEnv } from '#lib/adapters/env'
import { findProgram } from '#lib/adapters/media/find-program'
import { notifyWorkers, workerChannel } from '#lib/adapters/worker-notifier'
import { freePort } from '#sandbox/postgres'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { unchainedSettings } from '#testing/unchained-settings'
import { until } from '#testing/until'

// The configuration is that of deploy/, with two connections to PostgreSQL: statements of one client meet sessions of others.
const recipe = join(import.meta.dirname, '../../deploy/pgbouncer/pgbouncer.ini')
const nobody = 65_534

let database: TestDatabase
let folder: string
let pooler: ChildProcess
let pooled: string
let startPooler: () => Promise<void>
const open: OpenContext[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'cairn-pgbouncer-'))
  // It refuses to run as root.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const server = new URL(database.url)
  const name = server.pathname.slice(1)
  const to = `host=${server.hostname} port=${server.port} dbname=${name} user=${server.username} password=${server.password}`
  const configuration = readFileSync(recipe, 'utf8')
    .replace('cairn = host=127.0.0.1 port=5432 dbname=cairn', `${name} = ${to}`)
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace('auth_type = scram-sha-256', 'auth_type = any\nunix_socket_dir =')
    .replace(/^auth_file = .*$/m, '')
    .replace('default_pool_size = 40', 'default_pool_size = 2')
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, configuration, { mode: 0o644 })
  const isRoot = process.getuid?.() === 0
  pooled = `postgres://any:any@127.0.0.1:${port}/${name}`
  startPooler = async () => {
    pooler = spawn(findProgram('pgbouncer')!, [file], {
      stdio: 'ignore',
      ...(isRoot && { uid: nobody, gid: nobody }),
    })
    await until(isAnswering, { what: 'an answer through the pooler' })
  }
  await startPooler()
})
afterAll(async () => {
  await Promise.all(open.map((ctx) => ctx.close()))
  await endPooler('SIGKILL')
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

async function isAnswering(): Promise<boolean> {
  const { sql, close } = openDatabase(pooled, { maxConnections: 1, sessionUrl: database.url })
  return await sql`select 1`
    .then(
      () => true,
      () => false,
    )
    .finally(close)
}

async function endPooler(signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
  const ended = once(pooler, 'exit')
  pooler.kill(signal)
  await ended
}

/** Opens a context with connections of its own, like another process of the service. */
async function openProcess(): Promise<OpenContext> {
  const settings = { ...unchainedSettings(pooled), DATABASE_SESSION_URL: database.url }
  const ctx = await openContext(parseEnv(settings), { service: 'test', maxConnections: 6 })
  open.push(ctx)
  return ctx
}

test('statements and transactions of many clients get their own results over two connections', async () => {
  const processes = await Promise.all([openProcess(), openProcess(), openProcess()])
  const ids = processes.flatMap((ctx, index) =>
    Array.from({ length: 30 }, (_, n) => ({ ctx, id: `${index}-${n}` })),
  )
  await Promise.all(
    ids.map(async ({ ctx, id }) => {
      await ctx.db.transaction(async (tx) => {
        await tx.insert(event).values({ subject: 'tree', subjectId: id, name: 'built' })
        const own = await tx.select({ id: event.subjectId }).from(event).where(eq(event.subjectId, id))
        expect(own).toEqual([{ id }])
      })
      expect(await ctx.sql`select subject_id as id from event where subject_id = ${id}`).toEqual([{ id }])
    }),
  )
})

test('each connection to PostgreSQL has the limits that a direct one would have', async () => {
  const ctx = await openProcess()
  const pooledSettings = await ctx.sql`
    select current_setting('statement_timeout') as statements, current_setting('plan_cache_mode') as plans,
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('jit') as jit`
  const direct = await database.sql`
    select current_setting('statement_timeout') as statements, current_setting('plan_cache_mode') as plans,
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('jit') as jit`
  expect(pooledSettings).toEqual(direct)
})

test('a worker hears what another process tells it', async () => {
  const [worker, web] = await Promise.all([openProcess(), openProcess()])
  let heard = 0
  const subscription = await worker.sql.listen(workerChannel, () => {
    heard += 1
  })
  await notifyWorkers(web.db)
  await until(() => heard > 0, { what: 'a notice' })
  await subscription.unlisten()
})

test('a session lock excludes other processes until it is released', async () => {
  const [one, other] = await Promise.all([openProcess(), openProcess()])
  const take = (ctx: OpenContext, waitMs: number) =>
    sessionLocksOf(ctx.sql).take({
      name: 'an upload',
      waitMs,
      signal: new AbortController().signal,
      onWanted: () => {},
    })
  const lock = await take(one, 0)
  expect(lock?.isHeld()).toBe(true)
  expect(await take(other, 0)).toBeUndefined()
  await lock!.release()
  const next = await take(other, 40_000)
  expect(next?.isHeld()).toBe(true)
  await next!.release()
})

test.each(['SIGKILL', 'SIGINT'] as const)(
  'after a restart of the pooler (%s) a transaction under way has failed as a whole, and processes go on',
  async (signal) => {
    const ctx = await openProcess()
    const id = `cut by ${signal}`
    let heard = 0
    const subscription = await ctx.sql.listen(workerChannel, () => {
      heard += 1
    })
    const lock = await sessionLocksOf(ctx.sql).take({
      name: id,
      waitMs: 0,
      signal: new AbortController().signal,
      onWanted: () => {},
    })
    let ending: Promise<void> | undefined
    const cut = ctx.db.transaction(async (tx) => {
      await tx.insert(event).values({ subject: 'tree', subjectId: id, name: 'built' })
      // SIGINT lets transactions end first: this one does not, until a second signal.
      if (signal === 'SIGINT') pooler.kill(signal)
      ending = endPooler(signal)
      await ending
      await tx.select().from(event)
    })
    await expect(cut).rejects.toThrow()
    await ending
    await expect(ctx.sql`select 1`).rejects.toMatchObject({
      code: expect.stringMatching(/CLOSED|ECONNREFUSED|ECONNRESET/),
    })
    await startPooler()
    expect(await ctx.sql`select from event where subject_id = ${id}`).toHaveLength(0)
    // Session locks use a direct connection, not the pooler.
    expect(lock?.isHeld()).toBe(true)
    await lock!.release()
    await notifyWorkers(ctx.db)
    await until(() => heard > 0, { what: 'a notice' })
    await subscription.unlisten()
  },
)
