// @module-tag thorough

import { expect, test } from 'vitest'
import { startTcpProxy } from '#testing/tcp-proxy'
import { prepareWorkerCommands } from '#testing/worker-command'

// The documented command, which runs the worker below npm, ended as service managers and terminals end it.

const npmRunWorker = ['npm', 'run', 'worker']
const { start, heartbeats, databaseUrl } = prepareWorkerCommands()

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s to `npm run worker` ends npm and the worker, and leaves no process behind',
  async (signal) => {
    const started = await start(npmRunWorker)
    started.child.kill(signal)
    expect(await started.ended()).toEqual({ status: 0, left: [] })
    expect(await heartbeats()).toBe(0)
  },
)

test('Ctrl-C, which reaches npm and the worker and is then passed on by npm, ends the worker cleanly', async () => {
  const started = await start(npmRunWorker)
  process.kill(-started.child.pid!, 'SIGINT')
  expect(await started.ended()).toEqual({ status: 0, left: [] })
  expect(await heartbeats()).toBe(0)
})

test('a worker whose database no longer answers ends all the same', async () => {
  const proxy = await startTcpProxy(databaseUrl())
  const started = await start(npmRunWorker, { DATABASE_URL: proxy.url })
  proxy.silence()
  started.child.kill('SIGTERM')
  expect(await started.ended()).toEqual({ status: 143, left: [] })
  await proxy.close()
})
