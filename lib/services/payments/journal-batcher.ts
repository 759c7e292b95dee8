import 'server-only'
import { createBatcher, roundTripRefillMs } from '#lib/adapters/batcher'
import type { Sql } from '#lib/adapters/db'

/**
 * Lets concurrent calls for the journal share round trips: `run` takes the items that came together and returns their results in
 * the same order. Each connection pool has its own batcher.
 */
export function journalBatcher<Item, Result>(
  run: (sql: Sql, items: readonly Item[]) => Promise<readonly Result[]>,
): (sql: Sql, item: Item) => Promise<Result> {
  const batchers = new WeakMap<Sql, (item: Item) => Promise<Result>>()
  return (sql, item) => {
    let add = batchers.get(sql)
    if (!add) {
      add = createBatcher({
        maxItems: 64,
        maxInFlight: 4,
        refillMs: roundTripRefillMs,
        run: (items: readonly Item[]) => run(sql, items),
      })
      batchers.set(sql, add)
    }
    return add(item)
  }
}
