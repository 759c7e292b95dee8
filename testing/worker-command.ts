import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { compiledCode } from '#sandbox/compiled-code'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { type Descendant, descendantsOf, isAlive } from '#testing/descendants'
import { unchainedSettings } from '#testing/unchained-settings'
import { until } from '#testing/until'

const root = join(import.meta.dirname, '..')

export type Started = {
  child: ChildProcess
  /** Every process of the command that runs now, the outermost first. */
  processes: () => Descendant[]
  /** Waits for the command to end. @returns its exit status and those of its processes that are still alive */
  ended: () => Promise<{ status: number | null; left: Descendant[] }>
  /** Kills what is left. */
  kill: () => void
}

/** Each test gets a database of its own and starts at most one command, which is killed after the test. */
export function prepareWorkerCommands() {
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
  return {
    start: async (command: readonly string[], settings?: Record<string, string>) => {
      started = await startWorkerCommand({ command, database, ...(settings && { settings }) })
      return started
    },
    databaseUrl: () => database.url,
    /** Number of workers that count as alive. */
    heartbeats: async () => (await database.sql`select 1 from worker_heartbeat`).length,
  }
}

/** Runs a command that starts a worker, as an operator or a container does, and waits for the worker's first heartbeat. */
export async function startWorkerCommand(args: {
  command: readonly string[]
  database: TestDatabase
  settings?: Record<string, string>
}): Promise<Started> {
  const { command, database, settings } = args
  const [program, ...rest] = command
  const child = spawn(program!, rest, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'test',
      NODE_COMPILE_CACHE: compiledCode,
      ...unchainedSettings(database.url),
      ...settings,
    },
    stdio: 'ignore',
    // A process group of its own, as under a terminal or a service manager.
    detached: true,
  })
  const all = new Map<number, Descendant>()
  const processes = () => {
    const now = [{ pid: child.pid!, name: program! }, ...descendantsOf(child.pid!)]
    for (const found of now) all.set(found.pid, found)
    return now
  }
  const beats = () => database.sql`select 1 from worker_heartbeat`
  await until(async () => processes() && (await beats()).length > 0, {
    what: `a heartbeat of ${command.join(' ')}`,
  })
  return {
    child,
    processes,
    ended: async () => {
      await until(() => child.exitCode !== null || child.signalCode !== null, {
        what: `the end of ${command.join(' ')}`,
      })
      return { status: child.exitCode, left: [...all.values()].filter(isAlive) }
    },
    kill: () => {
      for (const left of [...all.values()].filter(isAlive)) process.kill(left.pid, 'SIGKILL')
    },
  }
}
