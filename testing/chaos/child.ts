import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { compiledCode } from '#sandbox/compiled-code'

const root = join(import.meta.dirname, '../..')
const keptOutput = 20_000
/** Pause before a restart, so that a process that exits because a dependency is down is not restarted in a tight loop. */
const restartDelayMs = 250

/** A process of the product, started again whenever it dies. */
export type Child = {
  name: string
  /** SIGKILL, at once. */
  kill: () => void
  /** How often it was started. */
  starts: () => number
  /** What its latest run said of itself on a line of its own; resolves when a run said so. */
  said: (pattern: RegExp) => Promise<string>
  /** How long its latest run that came up took to, in milliseconds; `undefined` while none has. */
  startMs: () => number | undefined
  /** The end of what all its runs wrote. */
  output: () => string
  stop: () => Promise<void>
}

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/**
 * @param options.file of the repository
 * @param options.env replaces the environment, but for what Node itself needs
 */
export function startChild(options: {
  name: string
  file: string
  args: string[]
  env: Record<string, string>
  /** The line that a run prints once it is ready. */
  up?: RegExp
}): Child {
  let child: ChildProcess | undefined
  let starts = 0
  let stopping = false
  let current = ''
  let all = ''
  let waiting: (() => void)[] = []
  let startMs: number | undefined

  const start = () => {
    starts += 1
    current = ''
    const begun = performance.now()
    let isUp = false
    const watcher = join(import.meta.dirname, 'child-setup.ts')
    const flags = ['--conditions=react-server', '--import', watcher]
    const started: ChildProcess = spawn(
      process.execPath,
      [...flags, join(root, options.file), ...options.args],
      {
        cwd: root,
        env: {
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          NODE_COMPILE_CACHE: compiledCode,
          ...options.env,
        } as unknown as NodeJS.ProcessEnv,
        stdio: ['pipe', 'pipe', 'pipe'],
      },
    )
    child = started
    running.add(started)
    const hear = (chunk: Buffer) => {
      if (child === started) current += chunk.toString()
      if (!isUp && child === started && options.up?.test(current)) {
        isUp = true
        startMs = performance.now() - begun
      }
      all = (all + chunk.toString()).slice(-keptOutput)
      for (const wake of waiting.splice(0)) wake()
    }
    started.stdout!.on('data', hear)
    started.stderr!.on('data', hear)
    started.stdin!.on('error', () => {})
    started.once('exit', (code, signal) => {
      running.delete(started)
      all = `${all}[${options.name} ended: ${signal ?? code}]\n`.slice(-keptOutput)
      if (stopping) return
      if (signal === 'SIGKILL') start()
      else setTimeout(() => stopping || start(), restartDelayMs)
    })
  }
  start()

  return {
    name: options.name,
    kill: () => void child?.kill('SIGKILL'),
    starts: () => starts,
    startMs: () => startMs,
    said: async (pattern) => {
      for (;;) {
        const found = pattern.exec(current)
        if (found) return found[0]
        if (stopping) throw new Error(`${options.name} was stopped before it printed ${pattern}`)
        await new Promise<void>((wake) => waiting.push(wake))
      }
    },
    output: () => all,
    stop: async () => {
      stopping = true
      for (const wake of waiting.splice(0)) wake()
      const last = child
      if (!last || last.exitCode !== null || last.signalCode !== null) return
      const gone = new Promise<void>((done) => last.once('exit', () => done()))
      last.kill('SIGKILL')
      await gone
      waiting = []
    },
  }
}
