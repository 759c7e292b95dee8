// needs: pid-namespaces
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#lib/sandbox/testing/database'
import { asProcessOne } from '#lib/sandbox/testing/host-guards'
import { type Started, startWorkerCommand } from '#lib/sandbox/testing/worker-command'

// The kernel gives process 1 no default actions for signals: one without a handler of its own ignores them.

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

const commands = {
  npm: ['npm', 'run', 'worker'],
  node: [process.execPath, '--conditions=react-server', 'lib/cli/worker.ts'],
}

test.each(Object.entries(commands))(
  'SIGTERM to %s as process 1 of a container ends it, and all of its processes',
  async (_, command) => {
    started = await startWorkerCommand({ command: [...asProcessOne, ...command], database })
    const [, one] = started.processes()
    process.kill(one!.pid, 'SIGTERM')
    expect(await started.ended()).toEqual({ status: 0, left: [] })
    expect(await database.sql`select 1 from worker_heartbeat`).toHaveLength(0)
  },
)
