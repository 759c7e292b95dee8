import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'

// No `server-only`: what runs programs is loaded as plain programs of Node, too.

/** What the programs that were run within it have used, user and system time together. */
export type CpuMeter = { seconds: number }

const meters = new AsyncLocalStorage<CpuMeter>()
/** Linux reports processor time in hundredths of a second, on every architecture. */
const ticksPerSecond = 100
let seenSeconds = 0

/** Has every program that `run` starts by `runTool` counted on a meter, also those that fail. */
export function withCpuMeter<Result>(meter: CpuMeter, run: () => Promise<Result>): Promise<Result> {
  return meters.run(meter, run)
}

/**
 * Begins to count a program. To be called just before it is started; what is returned, as soon as its end is known, with whether
 * it was killed.
 *
 * The kernel adds up what ended children have used, with the children that those waited for, so each one has used what the
 * sum has grown by. Two that end in the same instant may be counted for one another. What was killed may have had children whose
 * time is lost with it; it is counted for the time that passed, as is everything where the system has no such sum.
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

/** Processor time of all children that have ended and were waited for; `undefined` where the system does not say. */
function childrenSeconds(): number | undefined {
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1')
    // The name of the program stands in parentheses and may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // cutime and cstime are the 16th and 17th field of proc_pid_stat(5); these begin with the third.
    const ticks = Number(fields[13]) + Number(fields[14])
    return Number.isFinite(ticks) ? ticks / ticksPerSecond : undefined
  } catch {
    return undefined
  }
}
