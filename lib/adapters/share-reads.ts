/** Calls within `ms` of the first one share its result. An error is shared only by calls before it, so that the next call reads again. */
export function shareReads<Value>(ms: number, read: () => Promise<Value>): () => Promise<Value> {
  let shared: { until: number; result: Promise<Value> } | undefined
  return () => {
    if (!shared || performance.now() >= shared.until) {
      const started = { until: performance.now() + ms, result: read() }
      shared = started
      started.result.catch(() => {
        if (shared === started) shared = undefined
      })
    }
    return shared.result
  }
}
