/**
 * A cache of the most recently used values, as many as fit in `maxSize`. Calls for the same key during a load share it; errors are not
 * stored.
 */
export type RecentCache<Value> = {
  get: (key: string, load: () => Promise<Value>) => Promise<Value>
}

export function createRecentCache<Value>(options: {
  maxSize: number
  sizeOf: (value: Value) => number
}): RecentCache<Value> {
  const { maxSize, sizeOf } = options
  // A Map is in insertion order, so the first entry is the least recently used.
  const stored = new Map<string, { value: Value; size: number }>()
  const loading = new Map<string, Promise<Value>>()
  let total = 0
  const drop = (key: string) => {
    total -= stored.get(key)?.size ?? 0
    stored.delete(key)
  }
  const store = (key: string, value: Value) => {
    const size = sizeOf(value)
    if (size > maxSize) return
    stored.set(key, { value, size })
    total += size
    for (const oldest of stored.keys()) {
      if (total <= maxSize) break
      drop(oldest)
    }
  }
  return {
    get: async (key, load) => {
      const found = stored.get(key)
      if (found) {
        stored.delete(key)
        stored.set(key, found)
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
