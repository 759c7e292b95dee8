import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The data folder of a sandbox: `.cairn/`, or the one in CAIRN_HOME. */
export type Home = {
  root: string
  postgres: string
  chains: string
  demo: string
  /** Uploads, media work and stored files. */
  media: string
  logs: string
  /** The file with facts for programs that use the sandbox. */
  facts: string
  /** The settings of its processes, as `KEY=value` lines, for the command line tools. */
  env: string
  secrets: string
  /** Ids of the running processes, so that the next start finds those that a killed run left behind. */
  running: string
}

export function openHome(root = process.env.CAIRN_HOME ?? '.cairn'): Home {
  const base = resolve(root)
  mkdirSync(join(base, 'logs'), { recursive: true })
  return {
    root: base,
    postgres: join(base, 'postgres'),
    chains: join(base, 'chains'),
    demo: join(base, 'demo'),
    media: join(base, 'media'),
    logs: join(base, 'logs'),
    facts: join(base, 'sandbox.json'),
    env: join(base, 'sandbox.env'),
    secrets: join(base, 'secrets.json'),
    running: join(base, 'running.json'),
  }
}

/** Deletes all data. The next start begins from an empty database and new chains. */
export function discard(home: Home): void {
  rmSync(home.root, { recursive: true, force: true })
  openHome(home.root)
}

type Running = { main: number; children: number[] }

/**
 * Takes the folder for this process. Children of a run that was killed are ended first.
 *
 * @throws Error when another run is alive on the folder
 */
export async function takeHome(home: Home): Promise<void> {
  const earlier = readRunning(home)
  if (earlier && isOurs(earlier.main, 'sandbox/')) {
    throw new Error(
      `Cairn already runs on ${home.root} (process ${earlier.main}). Stop it first, or set CAIRN_HOME to another folder.`,
    )
  }
  for (const pid of earlier?.children ?? []) await endLeftover(pid)
  noteRunning(home, [])
}

/** Records the processes of this run. */
export function noteRunning(home: Home, children: number[]): void {
  const running: Running = { main: process.pid, children }
  writeFileSync(home.running, JSON.stringify(running))
}

export function leaveHome(home: Home): void {
  rmSync(home.running, { force: true })
}

function readRunning(home: Home): Running | undefined {
  if (!existsSync(home.running)) return undefined
  try {
    return JSON.parse(readFileSync(home.running, 'utf8')) as Running
  } catch {
    return undefined
  }
}

async function endLeftover(pid: number): Promise<void> {
  const looksLikeOurs = () =>
    isOurs(pid, 'next-server') || isOurs(pid, 'lib/cli/serve') || isOurs(pid, 'lib/cli/worker')
  if (!looksLikeOurs()) return
  process.kill(pid, 'SIGTERM')
  const killAt = Date.now() + 5_000
  while (looksLikeOurs()) {
    if (Date.now() > killAt) process.kill(pid, 'SIGKILL')
    await sleep(50)
  }
}

/** The system may have given the process id to another program since, so the command line is compared. */
function isOurs(pid: number, part: string): boolean {
  try {
    process.kill(pid, 0)
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(part)
  } catch {
    return false
  }
}
