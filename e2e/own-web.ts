import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect } from '@playwright/test'
import { sandboxHome } from './sandbox-facts.ts'

const root = join(import.meta.dirname, '..')

/** What the sandbox's processes are started with. */
export function sandboxSettings(): Record<string, string> {
  return parseEnv(readFileSync(join(sandboxHome(), 'sandbox.env'), 'utf8')) as Record<string, string>
}

/** The web by itself, and by the documented command. */
const commands = {
  next: [process.execPath, join(root, 'node_modules/next/dist/bin/next'), 'start'],
  npm: ['npm', 'run', 'serve', '--'],
}

/**
 * Another web process of the same build, on the sandbox's database, that answers already. Whoever starts it ends it.
 *
 * @param by `npm`: what is returned is then npm, in front of the web, in a process group of its own
 */
export async function startOwnWeb(port: number, by: keyof typeof commands = 'next'): Promise<ChildProcess> {
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
  await expect.poll(health, { timeout: 30_000, intervals: [100] }).toBe(200)
  return web
}

export async function killWeb(web: ChildProcess | undefined): Promise<void> {
  if (web?.exitCode !== null || web.signalCode !== null) return
  web.kill('SIGKILL')
  await once(web, 'exit')
}
