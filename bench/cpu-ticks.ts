import { readFileSync } from 'node:fs'
import { descendantsOf } from '../testing/descendants.ts'

/** The unit of CPU times in `/proc`. */
export const ticksPerSecond = 100

/** User and system time that a process has used, in ticks. 0 if it has ended. Linux only. */
export function cpuTicksOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name of the program is in parentheses and may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(fields[11]) + Number(fields[12])
  } catch {
    return 0
  }
}

/** The same of a process and all that it started, which still run. */
export function cpuTicksOfFamily(pid: number): number {
  return [pid, ...descendantsOf(pid).map((child) => child.pid)].reduce((sum, one) => sum + cpuTicksOf(one), 0)
}
