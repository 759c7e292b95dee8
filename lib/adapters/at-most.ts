/** Wraps a function so that at most `limit` calls run at a time; further calls wait in order. */
export function atMost<Args extends unknown[], Result>(
  limit: number,
  run: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (...args) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await run(...args)
    } finally {
      const next = waiting.shift()
      // The next waiting call takes this slot, so `running` does not change.
      if (next) next()
      else running -= 1
    }
  }
}
