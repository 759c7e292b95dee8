import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../sandbox/postgres.ts'

const root = join(import.meta.dirname, '../..')
const next = join(root, 'node_modules/next/dist/bin/next')
const readyTimeoutMs = 60_000

export type Server = { url: string; pid: number; stop: () => Promise<void> }

/** Starts the built service as `npm run serve` does. @throws Error if there is no build */
export async function startService(settings: Record<string, string>): Promise<Server> {
  if (!existsSync(join(root, '.next/standalone/server.js')))
    throw new Error('There is no build of the service: run `npm run build` first.')
  const port = await freePort()
  const args = [join(root, 'lib/cli/serve.ts'), '--port', String(port), '--hostname', '127.0.0.1']
  const env = { ...settings, MALLOC_MMAP_THRESHOLD_: '16384' }
  return start({ args, cwd: root, port, env, path: '/api/health' })
}

/**
 * Builds and starts the routes of `peer/`, with the same framework.
 *
 * @param folder an empty folder outside the repository: in here the framework would add the service's own proxy to them
 */
export async function startPeer(folder: string, databaseUrl: string): Promise<Server> {
  cpSync(join(import.meta.dirname, 'peer'), folder, { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  // The framework's other bundler follows no link out of its folder.
  const build = run([next, 'build', '--webpack'], folder, {})
  const [status] = await once(build, 'exit')
  if (status !== 0) throw new Error(`the build of the peer ended with status ${status}`)
  const port = await freePort()
  const args = [next, 'start', '--port', String(port), '--hostname', '127.0.0.1']
  return start({ args, cwd: folder, port, env: { DATABASE_URL: databaseUrl }, path: '/empty' })
}

async function start(given: {
  args: string[]
  cwd: string
  port: number
  env: Record<string, string>
  /** Answers 200 once the server is ready. */
  path: string
}): Promise<Server> {
  const { args, cwd, port, env, path } = given
  const child = run(args, cwd, env)
  const url = `http://127.0.0.1:${port}`
  const giveUpAt = performance.now() + readyTimeoutMs
  const isReady = async () => {
    const answer = await fetch(url + path).catch(() => undefined)
    await answer?.body?.cancel()
    return answer?.ok
  }
  while (!(await isReady())) {
    if (child.exitCode !== null || performance.now() > giveUpAt) {
      child.kill('SIGKILL')
      throw new Error(`the server at ${url} did not become ready`)
    }
    await sleep(100)
  }
  return {
    url,
    pid: child.pid!,
    stop: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

function run(args: string[], cwd: string, env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
