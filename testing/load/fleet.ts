import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Supervised, supervise } from '#sandbox/processes'
import { isAlive } from '#testing/is-alive'
import type { Figures } from '#testing/load/figures'

/** One process of the product, which comes back whenever it ends. */
export type Member = {
  name: string
  /** The port of a web process. */
  port?: number
  pid: () => number | undefined
  /** True if the web has answered since its start. A worker is up once it runs. */
  isUp: () => boolean
  /** Ends the process, and waits until it runs again. */
  strike: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>
  stop: () => Promise<void>
}

const root = join(import.meta.dirname, '../..')
/** What platforms give a process that was told to end, before they kill it. */
const graceMs = 10_000
const upAgainMs = 60_000
/** Time for a restarted process to fill its pools and for callers to find it. */
const settleMs = 3_000
const lookMs = 250

/**
 * @param options.port of a web; without one it is a worker
 * @param options.stopSeconds how long a web may finish running requests when it is stopped, as `WEB_STOP_SECONDS`
 * @param options.folder a built checkout of the version to run; this one by default
 */
export function startMember(options: {
  name: string
  port?: number
  folder?: string | undefined
  stopSeconds?: number | undefined
  variables: Record<string, string>
  logs: string
  figures: Figures
}): Member {
  const { name, port, figures, folder = root, stopSeconds } = options
  let isUp = false
  let isOver = false
  const child: Supervised = supervise({
    command: process.execPath,
    args: port === undefined ? workerArguments(folder) : webArguments(folder, port),
    cwd: folder,
    env: {
      ...options.variables,
      ...(port === undefined ? {} : { NODE_ENV: 'production', NODE_OPTIONS: '--no-experimental-webstorage' }),
      NEXT_TELEMETRY_DISABLED: '1',
      ...(stopSeconds !== undefined && { WEB_STOP_SECONDS: String(stopSeconds) }),
    },
    ...(stopSeconds !== undefined && { stopTimeoutMs: (stopSeconds + 10) * 1_000 }),
    logFile: join(options.logs, `${name}.log`),
    onChange: () => (isUp = port === undefined),
    onGiveUp: (tail) => figures.violate(`${name} keeps ending: ${tail}`),
  })
  // Once it has answered it stays in turn until it ends: one that is slow is no less able than the others are.
  const looking = (async () => {
    while (!isOver) {
      if (port !== undefined && !isUp) isUp = await answers(port)
      await sleep(lookMs)
    }
  })()
  return {
    name,
    ...(port === undefined ? {} : { port }),
    pid: child.pid,
    isUp: () => isUp,
    strike: async (signal) => {
      const pid = child.pid()!
      const from = figures.now()
      figures.count(`${signal} to ${port === undefined ? 'a worker' : 'a web'}`)
      process.kill(pid, signal)
      if (!(await within(graceMs, () => !isAlive(pid)))) {
        figures.violate(`${name} did not end within ${graceMs / 1_000} s of ${signal}`)
        if (isAlive(pid)) process.kill(pid, 'SIGKILL')
      } else if (signal === 'SIGTERM')
        figures.longest(`${name.split(' ')[0]} ended after SIGTERM, ms`, figures.now() - from)
      const back = await within(upAgainMs, () => child.pid() !== pid && isUp)
      if (!back) figures.violate(`${name} was not up again ${upAgainMs / 1_000} s after ${signal}`)
      figures.windows.push({ what: `${signal} to ${name}`, from, to: figures.now() + settleMs })
    },
    stop: async () => {
      isOver = true
      await looking
      await child.stop()
    },
  }
}

function workerArguments(folder: string): string[] {
  return ['--conditions=react-server', join(folder, 'lib/cli/worker.ts')]
}

function webArguments(folder: string, port: number): string[] {
  return [join(folder, 'lib/cli/serve.ts'), '--port', String(port), '--hostname', '127.0.0.1']
}

async function answers(port: number): Promise<boolean> {
  const health = await fetch(`http://127.0.0.1:${port}/api/health`, {
    signal: AbortSignal.timeout(5_000),
  }).catch(() => undefined)
  await health?.body?.cancel().catch(() => {})
  return health?.ok ?? false
}

async function within(ms: number, isThere: () => boolean): Promise<boolean> {
  const giveUpAt = performance.now() + ms
  while (!isThere()) {
    if (performance.now() > giveUpAt) return false
    await sleep(20)
  }
  return true
}

/** Resident memory and open files of a process. `undefined` if it has ended, or if the system does not say. */
export function usageOf(pid: number): { rssMb: number; files: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1])
    // A zombie process has no memory.
    if (!(kilobytes > 0)) return undefined
    return { rssMb: kilobytes / 1_024, files: readdirSync(`/proc/${pid}/fd`).length }
  } catch {
    return undefined
  }
}
