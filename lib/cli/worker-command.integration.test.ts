import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#lib/sandbox/testing/database'
import { startTcpProxy } from '#lib/sandbox/testing/tcp-proxy'
import { type Started, startWorkerCommand } from '#lib/sandbox/testing/worker-command'

// The documented command with npm in front of the worker, ended as service managers and terminals end it.

const npmRunWorker = ['npm', 'run', 'worker']
let database: TestDatabase
let started: Started | undefined
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  started?.kill()
  started = undefined
  await database.close()
})

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s to `npm run worker` ends npm and the worker, and leaves no process behind',
  async (signal) => {
    started = await startWorkerCommand({ command: npmRunWorker, database })
    started.child.kill(signal)
    expect(await started.ended()).toEqual({ status: 0, left: [] })
    expect(await database.sql`select 1 from worker_heartbeat`).toHaveLength(0)
  },
)

test('Ctrl-C, which reaches npm and the worker and is then passed on by npm, ends the worker cleanly', async () => {
  started = await startWorkerCommand({ command: npmRunWorker, database })
  process.kill(-started.child.pid!, 'SIGINT')
  expect(await started.ended()).toEqual({ status: 0, left: [] })
  expect(await database.sql`select 1 from worker_heartbeat`).toHaveLength(0)
})

test('a worker whose database no longer answers ends all the same', async () => {
  const proxy = await startTcpProxy(database.url)
  started = await startWorkerCommand({
    command: npmRunWorker,
    database,
    settings: { DATABASE_URL: proxy.url },
  })
  proxy.silence()
  started.child.kill('SIGTERM')
  expect(await started.ended()).toEqual({ status: 143, left: [] })
  await proxy.close()
})
