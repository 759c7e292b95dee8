import 'server-only'
import type { Sql } from '#lib/adapters/db'
import { createLane, roundTripCompanyMs } from '#lib/adapters/lane'

/**
 * Lets calls for the journal share round trips: `run` takes what came together and answers in the same order. Each pool
 * has a lane of its own.
 */
export function journalLane<Item, Result>(
  run: (sql: Sql, items: readonly Item[]) => Promise<readonly Result[]>,
): (sql: Sql, item: Item) => Promise<Result> {
  const lanes = new WeakMap<Sql, (item: Item) => Promise<Result>>()
  return (sql, item) => {
    let lane = lanes.get(sql)
    if (!lane) {
      lane = createLane({
        maxItems: 64,
        maxInFlight: 4,
        companyMs: roundTripCompanyMs,
        run: (items: readonly Item[]) => run(sql, items),
      })
      lanes.set(sql, lane)
    }
    return lane(item)
  }
}
