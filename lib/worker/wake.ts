/** Wakes whoever sleeps, and is not missed by those who were busy. */
export type Bell = {
  ring: () => void
  /** How often it has rung. */
  count: () => number
  /** Resolves after `ms`, at the first ring after the `heard` one, or when `signal` aborts. */
  sleep: (options: { ms: number; heard: number | undefined; signal: AbortSignal }) => Promise<void>
}

export function createBell(): Bell {
  const sleepers = new Set<() => void>()
  let rings = 0
  return {
    count: () => rings,
    ring: () => {
      rings += 1
      for (const wake of [...sleepers]) wake()
    },
    sleep: ({ ms, heard, signal }) =>
      new Promise((done) => {
        if (signal.aborted || (heard !== undefined && heard !== rings)) return done()
        const wake = () => {
          clearTimeout(timer)
          sleepers.delete(wake)
          signal.removeEventListener('abort', wake)
          done()
        }
        const timer = setTimeout(wake, ms)
        if (heard !== undefined) sleepers.add(wake)
        signal.addEventListener('abort', wake)
      }),
  }
}
