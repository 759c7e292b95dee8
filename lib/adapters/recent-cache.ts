/**
 * A cache of recently used values, as many as fit in `maxSize`. Calls for the same key during a load share it; errors are not stored.
 *
 * It evicts by SIEVE (Zhang et al., NSDI 2024): a hand moves from the oldest entry to the newest and evicts the first one that was not
 * used since its last visit. Unlike with LRU, reading many entries once does not evict those that are used often.
 */
export type RecentCache<Value> = {
  get: (key: string, load: () => Promise<Value>) => Promise<Value>
}

/** @param options.sizeOf a value larger than `maxSize` is not stored */
export function createRecentCache<Value>(options: {
  maxSize: number
  sizeOf: (value: Value) => number
}): RecentCache<Value> {
  const { maxSize, sizeOf } = options
  const stored = new Map<string, { value: Value; size: number; wasUsed: boolean }>()
  const loading = new Map<string, Promise<Value>>()
  let total = 0
  let hand = stored.entries()
  const evictOne = () => {
    for (;;) {
      // The iterator of a Map sees entries that are added and removed during the iteration.
      const { value: next, done } = hand.next()
      if (done) {
        hand = stored.entries()
        continue
      }
      const [key, entry] = next
      if (!entry.wasUsed) {
        stored.delete(key)
        total -= entry.size
        return
      }
      entry.wasUsed = false
    }
  }
  const store = (key: string, value: Value) => {
    const size = sizeOf(value)
    if (size > maxSize) return
    while (total + size > maxSize) evictOne()
    stored.set(key, { value, size, wasUsed: false })
    total += size
  }
  return {
    get: async (key, load) => {
      const found = stored.get(key)
      if (found) {
        found.wasUsed = true
        return found.value
      }
      const running = loading.get(key)
      if (running) return running
      const started = load()
      loading.set(key, started)
      try {
        const value = await started
        store(key, value)
        return value
      } finally {
        loading.delete(key)
      }
    },
  }
}
