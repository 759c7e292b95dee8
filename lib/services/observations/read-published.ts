import 'server-only'
import type { ParameterOrJSON } from 'postgres'
import { batcherPerPool } from '#lib/adapters/batcher-per-pool'
import type { Sql } from '#lib/adapters/db'
import { chooseReplica, noteBehind, readFromReplica } from '#lib/adapters/db/replicas'
import { metrics } from '#lib/adapters/metrics/registry'
import { CairnError } from '#lib/domain/errors'

/** Sends a prepared statement. */
export type Reader = <Row>(statement: string, parameters: ParameterOrJSON<never>[]) => Promise<Row[]>

/** Reads the version of the published observations. A trigger changes it with each change of them: drizzle/sql/published-version.sql. */
export const versionSql = 'select published_version from feed_head'

/**
 * Reads published observations, from a replica if one has them all. The answer is what the primary showed at a moment after the call: that
 * of a replica counts only if each of its statements saw the published version that the primary had then. If the versions differ, or the
 * replica fails, the primary answers. The call does not wait for the replica to catch up, which could take long.
 *
 * A version is random. So a replica that follows another server, or was promoted, has the version of the primary only while it has the same
 * observations.
 *
 * @param sql the pool of the primary
 * @param read reads only from `observation`, `cell_presence`, `coverage`, `withdrawn_capture`, final trees and their captures, whose changes
 * have a version. It may be called twice and its first result discarded, so it must only read
 */
export async function readPublished<Result>(
  sql: Sql,
  read: (reader: Reader) => Promise<Result>,
): Promise<Result> {
  const replica = chooseReplica(sql)
  if (replica) {
    const seen = new Set<string>()
    // At the same time, because only equal versions count.
    const [version, answer] = await Promise.all([
      readVersion(sql, undefined),
      readFromReplica(replica, (pool) => settle(read(versionedReader(pool, seen)))),
    ])
    if (answer && seen.size === 1 && seen.has(version)) {
      metrics().publishedReads.inc({ server: replica.name })
      if (answer.refusal) throw answer.refusal
      return answer.result as Result
    }
    if (answer) noteBehind(replica)
  }
  metrics().publishedReads.inc({ server: 'primary' })
  return read(readerOf(sql))
}

/** Sends statements to the primary. */
export function readerOf(sql: Sql): Reader {
  return <Row>(statement: string, parameters: ParameterOrJSON<never>[]) =>
    sql.unsafe<Row[]>(statement, parameters, { prepare: true })
}

type Versioned = { published_version: string; is_row: true | null }

/**
 * Adds the published version to each row of a statement, read in the same snapshot. The rows stay in their order, because the single row
 * with the version is joined by a nested loop. A statement with no rows gives one row with only the version.
 */
export const withVersion = (statement: string) =>
  `select (${versionSql}), found.* from (select) one left join (select true as is_row, given.* from (${statement}) given) found on true`

/**
 * Sends statements to a replica. Two statements may reach different servers, if a load balancer is behind the URL.
 *
 * @param seen collects the version that each statement saw
 */
function versionedReader(pool: Sql, seen: Set<string>): Reader {
  const inner = readerOf(pool)
  return async <Row>(statement: string, parameters: ParameterOrJSON<never>[]) => {
    const rows = await inner<Row & Versioned>(withVersion(statement), parameters)
    for (const { published_version } of rows) seen.add(published_version)
    return rows.filter(({ is_row }) => is_row)
  }
}

/** A refusal is an answer, which counts only if the version does. */
function settle<Result>(
  answer: Promise<Result>,
): Promise<{ result: Result; refusal?: undefined } | { result?: undefined; refusal: CairnError }> {
  return answer.then(
    (result) => ({ result }),
    (refusal: unknown) => {
      if (refusal instanceof CairnError) return { refusal }
      throw refusal
    },
  )
}

/** The version that the primary has. Concurrent reads share a statement that begins after all of them. */
const readVersion = batcherPerPool<undefined, string>({
  maxItems: 1_000,
  run: async (sql, items) => {
    const [head] = await readerOf(sql)<{ published_version: string }>(versionSql, [])
    return items.map(() => head!.published_version)
  },
})
