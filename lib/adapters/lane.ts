import 'server-only'

/** `companyMs` of a lane whose batch is one round trip: little beside a block, and batches twice as large under load. */
export const roundTripCompanyMs = 8

/**
 * Adaptive micro-batching: an idle lane starts at once with whatever arrived in the same turn of the event loop; while a
 * batch is under way the next one gathers. So a lone caller never waits for company, and under load round trips are
 * shared.
 *
 * `run` answers in the order of its items; when it throws, every item of the batch fails with that error.
 */
export function createLane<Item, Result>(options: {
  maxItems: number
  /** Batches under way at the same time, at most. */
  maxInFlight?: number
  /** Starts the next batch beside a slow one after this long; without it a batch waits for the one before. */
  maxGatherMs?: number
  /** After a batch of several the next one waits this long for as many: worth it where a batch costs far more than an item. */
  companyMs?: number
  run: (items: readonly Item[]) => Promise<readonly Result[]>
}): (item: Item) => Promise<Result> {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }
  const { maxItems, maxInFlight = 1, maxGatherMs, companyMs = 0, run } = options
  const waiting: Waiting[] = []
  let inFlight = 0
  let scheduled = false
  let lastSize = 1
  let timer: NodeJS.Timeout | undefined

  const flush = () => {
    scheduled = false
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0 || inFlight >= maxInFlight) return
    const batch = waiting.splice(0, maxItems)
    inFlight += 1
    lastSize = batch.length
    void settle(batch)
    if (waiting.length > 0) next()
  }
  const next = () => {
    if (waiting.length === 0 || scheduled) return
    const full = waiting.length >= maxItems && inFlight < maxInFlight
    if (inFlight === 0 && companyMs > 0 && waiting.length < Math.min(lastSize, maxItems)) {
      timer ??= setTimeout(flush, companyMs)
    } else if (inFlight === 0 || full) {
      scheduled = true
      setImmediate(flush)
    } else if (maxGatherMs !== undefined && timer === undefined && inFlight < maxInFlight) {
      timer = setTimeout(flush, maxGatherMs)
    }
  }
  const settle = async (batch: Waiting[]) => {
    try {
      const results = await run(batch.map((entry) => entry.item))
      batch.forEach((entry, index) => {
        entry.resolve(results[index]!)
      })
    } catch (error) {
      for (const entry of batch) entry.reject(error)
    } finally {
      inFlight -= 1
      next()
    }
  }
  return (item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      next()
    })
}
