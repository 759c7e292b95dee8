/** The activity of a program and all its child processes until now. */
export type Activity = {
  /** Processor time of all processes, including those that have ended. */
  cpuSeconds: number
  /** True if one of them runs, or waits for a processor or a disk. */
  wantsToRun: boolean
}

export type WatchLimits = {
  /** Longest time without a report while the program is idle. */
  silentSeconds: number
  /** Most processor time between two reports. */
  silentCpuSeconds: number
  /** Most processor time in total. */
  cpuSeconds: number
}

/** Why a program must be ended. */
export type WatchVerdict = 'silent' | 'cpu'

/** A program that uses less than this share of a processor counts as idle: timers of a program that hangs use some. */
const leastShare = 0.02
/** A longer step between two checks means that the watching process itself was not running; the program may have been working. */
const longestStepSeconds = 5

/**
 * Decides whether a program still makes progress. Elapsed time alone never decides: on a busy machine a program that is ready to run
 * waits for a processor, and that time does not count.
 *
 * @returns `report`, to call for each report of progress, and `look`, to call about every second
 */
export function watchProgram(limits: WatchLimits) {
  let silentSeconds = 0
  let cpuSeconds = 0
  let cpuAtReport = 0
  let atSeconds: number | undefined
  return {
    report: () => {
      silentSeconds = 0
      cpuAtReport = cpuSeconds
    },
    /**
     * @param now seconds of a monotonic clock
     * @param activity `undefined` if the system cannot report it
     */
    look: (now: number, activity: Activity | undefined): WatchVerdict | undefined => {
      const passed = Math.min(longestStepSeconds, Math.max(0, now - (atSeconds ?? now)))
      atSeconds = now
      // The time of a process that was not waited for is lost, so the sum may go down.
      const used = Math.max(0, (activity?.cpuSeconds ?? 0) - cpuSeconds)
      cpuSeconds += used
      if (used > leastShare * passed) silentSeconds = 0
      else if (!activity?.wantsToRun) silentSeconds += passed
      if (cpuSeconds > limits.cpuSeconds) return 'cpu'
      const isSilent =
        silentSeconds > limits.silentSeconds || cpuSeconds - cpuAtReport > limits.silentCpuSeconds
      return isSilent ? 'silent' : undefined
    },
  }
}
