import { readdirSync, readFileSync } from 'node:fs'
import type { Activity } from '#lib/domain/film/program-watch'

/** Linux reports CPU time in hundredths of a second, on every architecture. */
const ticksPerSecond = 100
/** Running or ready to run; waiting for a disk. */
const busyStates: readonly string[] = ['R', 'D']

/**
 * Reads the activity of a program and all its child processes, including those in the sandbox, which Linux shows outside.
 *
 * @returns `undefined` if the system does not report it, or when the program has ended
 */
export function readActivity(pid: number): Activity | undefined {
  const own = readProcess(pid)
  if (!own) return undefined
  for (const child of childrenOf(pid)) {
    const below = readActivity(child)
    if (!below) continue
    own.cpuSeconds += below.cpuSeconds
    own.wantsToRun ||= below.wantsToRun
  }
  return own
}

function readProcess(pid: number): Activity | undefined {
  const fields = statOf(`/proc/${pid}/stat`)
  if (!fields) return undefined
  // utime, stime, cutime and cstime are fields 14 to 17 of proc_pid_stat(5); `fields` begins with the third, the state.
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  const wantsToRun = list(`/proc/${pid}/task`).some((thread) =>
    busyStates.includes(statOf(`/proc/${pid}/task/${thread}/stat`)?.[0] ?? ''),
  )
  return { cpuSeconds: ticks / ticksPerSecond, wantsToRun }
}

function childrenOf(pid: number): number[] {
  return list(`/proc/${pid}/task`).flatMap((thread) =>
    (read(`/proc/${pid}/task/${thread}/children`) ?? '').split(' ').filter(Boolean).map(Number),
  )
}

function statOf(path: string): string[] | undefined {
  const stat = read(path)
  // The program name is in parentheses and may contain any character.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return undefined
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
