// needs: pid-namespaces
// @module-tag thorough

import { expect, test } from 'vitest'
import { asProcessOne } from '#testing/host-guards'
import { prepareWorkerCommands } from '#testing/worker-command'

// The kernel has no default actions for signals to process 1, so a process 1 without a handler ignores them.

const { start, heartbeats } = prepareWorkerCommands()

const commands = {
  npm: ['npm', 'run', 'worker'],
  node: [process.execPath, '--conditions=react-server', 'lib/cli/worker.ts'],
}

test.each(Object.entries(commands))(
  'SIGTERM to %s as process 1 of a container ends it, and all of its processes',
  async (_, command) => {
    const started = await start([...asProcessOne, ...command])
    const [, one] = started.processes()
    process.kill(one!.pid, 'SIGTERM')
    expect(await started.ended()).toEqual({ status: 0, left: [] })
    expect(await heartbeats()).toBe(0)
  },
)
