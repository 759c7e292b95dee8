import 'server-only'
import type { ParameterOrJSON } from 'postgres'
import { batcherPerPool } from '#lib/adapters/batcher-per-pool'
import type { Sql } from '#lib/adapters/db'
import { chooseReplica, chooseShards, noteBehind, type ReadCopy, readFromCopy } from '#lib/adapters/db/copies'
import { versionSql } from '#lib/adapters/db/published-version'
import { metrics } from '#lib/adapters/metrics/registry'
import { CairnError } from '#lib/domain/errors'

/** Sends a prepared statement. */
export type Reader = <Row>(statement: string, parameters: ParameterOrJSON<never>[]) => Promise<Row[]>

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
    const answer = await readCopies(sql, { name: replica.name, copies: [replica] }, (ask) => ask(0, read))
    if (answer) return answer.result
  }
  metrics().publishedReads.inc({ server: 'primary' })
  return read(readerOf(sql))
}

/** Reads from the copy with this index. If the copy fails, the promise is rejected and the results of all copies are discarded. */
export type Ask = <Part>(index: number, read: (reader: Reader) => Promise<Part>) => Promise<Part>

/**
 * Reads published observations from the shards, each of which has the observations of its cells. As with `readPublished`, the result
 * is what the primary had published at one moment after the call, even if it takes several questions to a shard.
 *
 * @param sql the pool of the primary
 * @param read reads only from `observation`, `cell_presence` and final trees. Its result may be discarded, so it must store nothing. It
 * waits for all that it asks
 * @returns `undefined` if there are no shards, or if one that was asked fails or lacks a change
 */
export async function readShards<Result>(
  sql: Sql,
  read: (ask: Ask, count: number) => Promise<Result>,
): Promise<Result | undefined> {
  const shards = chooseShards(sql)
  if (!shards) return undefined
  const answer = await readCopies(sql, { name: 'shards', copies: shards }, (ask) => read(ask, shards.length))
  return answer?.result
}

/** A replica or shard failed, and the failure was counted. The caller reads from the primary instead. */
class CopyFailed extends Error {}

/** Reads from copies. The result counts only if each statement saw the version that the primary had after the call. */
async function readCopies<Result>(
  sql: Sql,
  { name, copies }: { name: string; copies: readonly ReadCopy[] },
  read: (ask: Ask) => Promise<Result>,
): Promise<{ result: Result } | undefined> {
  const seen = copies.map(() => new Set<string | null>())
  const ask: Ask = async (index, question) => {
    const copy = copies[index]!
    const answer = await readFromCopy(copy, (pool) =>
      settle(question(versionedReader(pool, copy, seen[index]!))),
    )
    if (!answer) throw new CopyFailed()
    if (answer.refusal) throw answer.refusal
    return answer.result as Awaited<ReturnType<typeof question>>
  }
  // At the same time, because only equal versions count.
  const [version, answer] = await Promise.all([
    readVersion(sql, undefined),
    settle(read(ask)).catch((error: unknown) => {
      if (error instanceof CopyFailed) return undefined
      throw error
    }),
  ])
  const asked = copies.filter((_, index) => seen[index]!.size > 0)
  const behind = copies.filter((_, index) => [...seen[index]!].some((each) => each !== version))
  for (const copy of asked) {
    if (behind.includes(copy)) noteBehind(copy)
    else copy.behindInRow = 0
  }
  if (!answer || behind.length > 0) return undefined
  metrics().publishedReads.inc({ server: name })
  if (answer.refusal) throw answer.refusal
  return { result: answer.result as Result }
}

/** Sends statements to the primary. */
export function readerOf(sql: Sql): Reader {
  return <Row>(statement: string, parameters: ParameterOrJSON<never>[]) =>
    sql.unsafe<Row[]>(statement, parameters, { prepare: true })
}

type Versioned = { published_version: string | null; is_row: true | null }

/**
 * Adds the published version to each row of a statement, read in the same snapshot. The rows stay in their order, because the single row
 * with the version is joined by a nested loop. A statement with no rows gives one row with only the version.
 */
export const withVersion = (statement: string, version = versionSql) =>
  `select (${version}) as published_version, found.* from (select) one left join (select true as is_row, given.* from (${statement}) given) found on true`

/**
 * Sends statements to a copy. Two statements may reach different servers, if a load balancer is behind the URL.
 *
 * @param seen collects the version that each statement saw
 */
function versionedReader(pool: Sql, copy: ReadCopy, seen: Set<string | null>): Reader {
  const inner = readerOf(pool)
  return async <Row>(statement: string, parameters: ParameterOrJSON<never>[]) => {
    const rows = await inner<Row & Versioned>(withVersion(statement, copy.versionSql), parameters)
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
