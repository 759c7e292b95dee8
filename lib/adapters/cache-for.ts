/**
 * Caches each result of `read` for `ms` after its call, one for each owner. Calls meanwhile share it. An error is not cached.
 *
 * @param ownerOf the object that a result is about, such as a chain
 */
export function cacheFor<Input, Result>(
  ms: number,
  ownerOf: (input: Input) => object,
  read: (input: Input) => Promise<Result>,
): (input: Input) => Promise<Result> {
  const cached = new WeakMap<object, { until: number; result: Promise<Result> }>()
  return (input) => {
    const owner = ownerOf(input)
    const known = cached.get(owner)
    if (known && performance.now() < known.until) return known.result
    const entry = { until: performance.now() + ms, result: read(input) }
    cached.set(owner, entry)
    entry.result.catch(() => cached.get(owner) === entry && cached.delete(owner))
    return entry.result
  }
}
