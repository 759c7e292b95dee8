import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'

/** A child process that is restarted when it dies, until it is stopped. */
export type Supervised = { pid: () => number | undefined; stop: () => Promise<void> }

const usualStopTimeoutMs = 10_000
const restartDelayMs = 500
const maxRestartsInARow = 5
const steadyAfterMs = 30_000
const sentByOthers: NodeJS.Signals[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP']

/**
 * Runs a program in its own process group, so that Ctrl-C reaches this process first, which decides the order of stopping. Its output goes
 * to `logFile`.
 *
 * @param options.stopTimeoutMs after which a program that was told to stop is killed (10 s)
 * @param options.onChange called whenever the process id changes
 * @param options.onGiveUp called with the end of the log if it died too often
 */
export function supervise(options: {
  command: string
  args: string[]
  cwd: string
  env: Record<string, string>
  logFile: string
  stopTimeoutMs?: number
  onChange: () => void
  onGiveUp: (tail: string) => void
}): Supervised {
  let child: ChildProcess | undefined
  let stopping = false
  let failures = 0
  let timer: NodeJS.Timeout | undefined

  const start = () => {
    const log = openSync(options.logFile, 'a')
    const startedAt = Date.now()
    const started = spawn(options.command, options.args, {
      cwd: options.cwd,
      env: { ...inherited(), ...options.env } as NodeJS.ProcessEnv,
      stdio: ['ignore', log, log],
      detached: true,
    })
    closeSync(log)
    child = started
    options.onChange()
    started.once('exit', (_code, signal) => {
      if (stopping) return
      const steady = Date.now() - startedAt > steadyAfterMs
      // A process killed from outside, as crash tests do, is always restarted.
      const died = signal === null || !sentByOthers.includes(signal)
      failures = (steady ? 0 : failures) + (died ? 1 : 0)
      if (failures > maxRestartsInARow) options.onGiveUp(readFileSync(options.logFile, 'utf8').slice(-2_000))
      else timer = setTimeout(start, restartDelayMs)
    })
  }
  start()

  return {
    pid: () => child?.pid,
    stop: async () => {
      stopping = true
      clearTimeout(timer)
      const running = child
      if (!running || running.exitCode !== null || running.signalCode !== null) return
      const gone = new Promise<void>((done) => running.once('exit', () => done()))
      running.kill('SIGTERM')
      const kill = setTimeout(() => running.kill('SIGKILL'), options.stopTimeoutMs ?? usualStopTimeoutMs)
      await gone
      clearTimeout(kill)
    },
  }
}

/** The environment of a child: paths of programs and temporary files, and nothing that configures Cairn. */
function inherited(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'SystemRoot', 'TEMP']
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}
