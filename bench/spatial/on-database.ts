import { openDatabase, type Sql } from '#lib/adapters/db'

// Steps of preparing a database that is measured later.

/** Runs statements of any length on a connection of their own. */
export async function onDatabase<Result>(
  url: string,
  work: (sql: Sql) => PromiseLike<Result>,
): Promise<Result> {
  const database = openDatabase(url, { maxConnections: 1 })
  try {
    await database.sql.unsafe('set statement_timeout = 0')
    // Vacuum marks no page as all-visible whose rows were just committed asynchronously.
    await database.sql.unsafe('set synchronous_commit = on')
    return await work(database.sql)
  } finally {
    await database.close()
  }
}

/** Prints what is under way, and how long it took. */
export async function step<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now()
  process.stderr.write(`${title} …\n`)
  const result = await work()
  process.stderr.write(`${title}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`)
  return result
}
