import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect } from '@playwright/test'
import { sandboxHome } from './sandbox-facts.ts'

const root = join(import.meta.dirname, '..')

/** Settings of the sandbox's processes. */
export function sandboxSettings(): Record<string, string> {
  return parseEnv(readFileSync(join(sandboxHome(), 'sandbox.env'), 'utf8')) as Record<string, string>
}

/** The start command of the web itself, and the documented one. */
const commands = {
  node: [process.execPath, join(root, 'lib/cli/serve.ts')],
  npm: ['npm', 'run', 'serve', '--'],
}

/**
 * Starts another web process of the same build on the sandbox's database and waits until it answers. The caller must end it.
 *
 * @param by `npm`: the returned process is then npm, in front of the web, in a process group of its own
 */
export async function startOwnWeb(port: number, by: keyof typeof commands = 'node'): Promise<ChildProcess> {
  const [program, ...args] = commands[by]
  const web = spawn(program!, [...args, '--port', String(port), '--hostname', '127.0.0.1'], {
    cwd: root,
    env: { ...process.env, ...sandboxSettings(), NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: 'ignore',
    detached: by === 'npm',
  })
  const health = () =>
    fetch(`http://127.0.0.1:${port}/api/health`).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(health, { timeout: 120_000, intervals: [100] }).toBe(200)
  return web
}

export async function killWeb(web: ChildProcess | undefined): Promise<void> {
  if (web?.exitCode !== null || web.signalCode !== null) return
  web.kill('SIGKILL')
  await once(web, 'exit')
}
