import 'server-only'

/** `refillMs` of a batcher whose batch is a single round trip: short compared with a block, and it doubles the batches under load. */
export const roundTripRefillMs = 8

/** Adds an item to a batch and resolves to its result. */
export type Batcher<Item, Result> = (item: Item) => Promise<Result>

export type BatcherOptions<Item, Result> = {
  maxItems: number
  /** Batches that run at the same time. One by default. */
  maxInFlight?: number
  /** Starts the next batch after this time even if the running one has not ended. Without it, a batch waits for the previous one. */
  overlapAfterMs?: number
  /**
   * After a batch of several items, the next one waits up to this long to reach the same size. Useful where a batch costs far more
   * than an item.
   */
  refillMs?: number
  /**
   * True while more items are known to be on their way. The next batch then waits for them, up to `refillMs`, instead of for the size of the
   * last batch.
   */
  expectsMore?: () => boolean
  run: (items: readonly Item[]) => Promise<readonly Result[]>
}

/**
 * Adaptive micro-batching: while idle, a batch starts at once with the items of the same turn of the event loop; while a
 * batch runs, the next one fills. So a single caller does not wait, and under load callers share round trips.
 *
 * `run` returns results in the order of its items. When it throws, every item of the batch fails with that error.
 */
export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }
  const { maxItems, maxInFlight = 1, overlapAfterMs, refillMs = 0, expectsMore, run } = options
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
  const mayFill = () => waiting.length < maxItems && (expectsMore ? expectsMore() : waiting.length < lastSize)
  const next = () => {
    if (waiting.length === 0 || scheduled) return
    const full = waiting.length >= maxItems && inFlight < maxInFlight
    if (inFlight === 0 && refillMs > 0 && mayFill()) {
      timer ??= setTimeout(flush, refillMs)
    } else if (inFlight === 0 || full) {
      scheduled = true
      setImmediate(flush)
    } else if (overlapAfterMs !== undefined && timer === undefined && inFlight < maxInFlight) {
      timer = setTimeout(flush, overlapAfterMs)
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
