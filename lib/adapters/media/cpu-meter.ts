import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'

/** CPU time of the programs that ran within the meter, user plus system time. */
export type CpuMeter = { seconds: number }

const meters = new AsyncLocalStorage<CpuMeter>()
/** Linux reports CPU time in hundredths of a second, on every architecture. */
const ticksPerSecond = 100
let seenSeconds = 0

/**
 * Adds the CPU time of every program that `run` starts with `runTool` to a meter, including programs that
 * fail.
 */
export function withCpuMeter<Result>(meter: CpuMeter, run: () => Promise<Result>): Promise<Result> {
  return meters.run(meter, run)
}

/**
 * Starts to measure a program. Call it just before the program starts, and call the returned function as soon
 * as the program has ended, with `wasKilled`.
 *
 * The kernel sums the CPU time of ended children, including their own waited-for children, so the growth of
 * that sum is the usage of a program. Two programs that end at the same instant may be counted for each
 * other. The CPU time of a killed program's children is unknown, so elapsed time is counted for it, as for all
 * programs on systems without such a sum.
 */
export function countCpu(): (end: { wasKilled: boolean }) => void {
  const meter = meters.getStore()
  const begunMs = performance.now()
  return ({ wasKilled }) => {
    const sum = childrenSeconds()
    const used = sum === undefined ? 0 : sum - seenSeconds
    seenSeconds = sum ?? 0
    if (!meter) return
    const isMeasured = sum !== undefined && !wasKilled
    const passedSeconds = (performance.now() - begunMs) / 1_000
    meter.seconds += isMeasured ? used : Math.max(used, passedSeconds)
  }
}

/**
 * CPU time of all children that have ended and were waited for; `undefined` if the system does not report it.
 */
function childrenSeconds(): number | undefined {
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1')
    // The program name is in parentheses and may contain any character.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // cutime and cstime are fields 16 and 17 of proc_pid_stat(5); `fields` begins with the third.
    const ticks = Number(fields[13]) + Number(fields[14])
    return Number.isFinite(ticks) ? ticks / ticksPerSecond : undefined
  } catch {
    return undefined
  }
}
