/**
 * Caches a `false` result of `check` for `ms`. A `true` result is never cached, so a change to `false` shows at once; nor is
 * an error. Calls during one check share its result.
 */
export function cacheFalse(ms: number, check: () => Promise<boolean>): () => Promise<boolean> {
  let cached: { until: number; result: Promise<boolean> } | undefined
  return async () => {
    if (!cached || performance.now() >= cached.until) {
      const checked = { until: performance.now() + ms, result: check() }
      const clear = () => {
        if (cached === checked) cached = undefined
      }
      cached = checked
      checked.result.then((isTrue) => isTrue && clear(), clear)
    }
    return cached.result
  }
}
