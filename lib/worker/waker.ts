/** Wakes sleepers. A call of `wake` is not missed by a caller that was busy at the time. */
export type Waker = {
  wake: () => void
  /** How often `wake` was called. */
  count: () => number
  /**
   * Resolves after `ms`, when `signal` aborts, or when `wake` was called after `since` was counted. With `since` undefined it
   * ignores `wake`.
   */
  sleep: (options: { ms: number; since: number | undefined; signal: AbortSignal }) => Promise<void>
}

export function createWaker(): Waker {
  const sleepers = new Set<() => void>()
  let calls = 0
  return {
    count: () => calls,
    wake: () => {
      calls += 1
      for (const wake of [...sleepers]) wake()
    },
    sleep: ({ ms, since, signal }) =>
      new Promise((done) => {
        if (signal.aborted || (since !== undefined && since !== calls)) return done()
        const wake = () => {
          clearTimeout(timer)
          sleepers.delete(wake)
          signal.removeEventListener('abort', wake)
          done()
        }
        const timer = setTimeout(wake, ms)
        if (since !== undefined) sleepers.add(wake)
        signal.addEventListener('abort', wake)
      }),
  }
}
