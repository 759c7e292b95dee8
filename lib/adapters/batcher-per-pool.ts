import 'server-only'
import { type BatcherOptions, createBatcher } from '#lib/adapters/batcher'
import type { Sql } from '#lib/adapters/db'

/**
 * Lets concurrent calls share round trips to the database: `run` takes the items that came together and returns their results in
 * the same order. Each connection pool has its own batcher.
 */
export function batcherPerPool<Item, Result>(
  options: Omit<BatcherOptions<Item, Result>, 'run'> & {
    run: (sql: Sql, items: readonly Item[]) => Promise<readonly Result[]>
  },
): (sql: Sql, item: Item) => Promise<Result> {
  const { run, ...rest } = options
  const batchers = new WeakMap<Sql, (item: Item) => Promise<Result>>()
  return (sql, item) => {
    const add = batchers.get(sql) ?? createBatcher<Item, Result>({ ...rest, run: (items) => run(sql, items) })
    batchers.set(sql, add)
    return add(item)
  }
}
