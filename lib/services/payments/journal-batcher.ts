import 'server-only'
import { roundTripRefillMs } from '#lib/adapters/batcher'
import { batcherPerPool } from '#lib/adapters/batcher-per-pool'
import type { Sql } from '#lib/adapters/db'

/** Lets concurrent calls for the journal share round trips. */
export function journalBatcher<Item, Result>(
  run: (sql: Sql, items: readonly Item[]) => Promise<readonly Result[]>,
): (sql: Sql, item: Item) => Promise<Result> {
  return batcherPerPool({ maxItems: 64, maxInFlight: 4, refillMs: roundTripRefillMs, run })
}
