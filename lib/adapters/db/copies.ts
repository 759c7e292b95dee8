import 'server-only'
import { openClient, type Sql } from '#lib/adapters/db/driver/open-client'
import { shardVersionSql, versionSql } from '#lib/adapters/db/published-version'
import { within } from '#lib/adapters/in-time'
import { metrics } from '#lib/adapters/metrics/registry'

// Replicas and shards of the database: which of them answers a read.

/** A server that has a copy of the published observations: a streaming replica, which has all, or a shard, which has a part. */
export type ReadCopy = {
  /** `1`, or `shard 1`: its place in the setting, because its URL is secret. */
  name: string
  sql: Sql
  /** Reads the version of the published observations that the copy has. */
  versionSql: string
  /** Opens its connections again after a failure: each of them may be lost without a sign of it. */
  open: () => Sql
  /** The longest time for an answer. */
  answerWithinMs: number
  /** True if it answered the last read or probe. Only then are reads sent to it. */
  isUp: boolean
  /** No read and no probe goes there before this time of `performance.now()`. */
  restsUntilMs: number
  /** The reads since it last had what the primary has published. */
  behindInRow: number
}

/** The longest time for an answer of a copy in the service, with the opening of a connection. After it, the primary is asked. */
export const answerWithinMs = 1_000
/** The time without reads after a failure, until a probe. */
const restAfterFailureMs = 5_000
/** The time without reads after a copy lacked a change, which doubles up to the longest. Most copies are behind for milliseconds, or for long. */
const restWhenBehindMs = 50
const longestRestWhenBehindMs = 1_000

/** A statement that was cancelled because it conflicted with the changes that the replica receives. The replica is well. */
const conflicts = ['40001', '40P01']

/** The property of the primary's pool that has the copies: the same symbol in every copy of this module, see `lib/adapters/db.ts`. */
const copiesOf = Symbol.for('cairn.copies')
type Copies = { replicas: readonly ReadCopy[]; shards: readonly ReadCopy[] }
type Carrier = { [copiesOf]?: Copies & { next: number } }

type PoolOptions = {
  maxConnections: number
  connection: Record<string, string | number>
  answerWithinMs?: number | undefined
}

/**
 * Prepares a connection pool for each replica of a database. A pool opens a connection when a read needs one.
 *
 * @param options.connection session settings, as those of the primary
 */
export function openReplicas(urls: readonly string[], options: PoolOptions): ReadCopy[] {
  return urls.map((url, index) => openCopy(url, options, { name: String(index + 1), versionSql }))
}

/** Prepares a connection pool for each shard. */
export function openShards(urls: readonly string[], options: PoolOptions): ReadCopy[] {
  return urls.map((url, index) =>
    openCopy(url, options, {
      name: `shard ${index + 1}`,
      versionSql: shardVersionSql(index + 1, urls.length),
    }),
  )
}

function openCopy(
  url: string,
  { maxConnections, connection, answerWithinMs: limitMs = answerWithinMs }: PoolOptions,
  is: Pick<ReadCopy, 'name' | 'versionSql'>,
): ReadCopy {
  const open = () =>
    openClient(url, {
      connect_timeout: limitMs / 1_000,
      // The server cancels a statement before the connection counts as lost.
      answerWithinMs: limitMs * 2,
      connection: { ...connection, statement_timeout: limitMs },
      onnotice: () => {},
      max: maxConnections,
    })
  return { ...is, sql: open(), open, answerWithinMs: limitMs, isUp: false, restsUntilMs: 0, behindInRow: 0 }
}

/** Makes the copies known to those who have the primary's pool. */
export function attachCopies(primary: Sql, copies: Copies): void {
  Object.assign(primary, { [copiesOf]: { ...copies, next: 0 } })
}

/** The replicas and shards of a primary, none by default. */
export function listCopies(primary: Sql): readonly ReadCopy[] {
  const { replicas = [], shards = [] } = (primary as Carrier)[copiesOf] ?? {}
  return [...replicas, ...shards]
}

/** The replica for the next read: each in turn, except those that have just failed or are behind. */
export function chooseReplica(primary: Sql): ReadCopy | undefined {
  const known = (primary as Carrier)[copiesOf]
  if (!known) return undefined
  const { replicas } = known
  for (let tried = 0; tried < replicas.length; tried += 1) {
    const replica = replicas[known.next++ % replicas.length]!
    if (isUsable(replica)) return replica
  }
  return undefined
}

/** All shards of a primary; `undefined` if the primary has no shards, or if one of them is paused after a failure. */
export function chooseShards(primary: Sql): readonly ReadCopy[] | undefined {
  const { shards = [] } = (primary as Carrier)[copiesOf] ?? {}
  // Each is looked at, so that all that have failed are probed.
  const usable = shards.filter(isUsable)
  return shards.length > 0 && usable.length === shards.length ? shards : undefined
}

/** A copy that has failed is first probed in the background, so no read waits for one that hangs. */
function isUsable(copy: ReadCopy): boolean {
  const nowMs = performance.now()
  if (nowMs < copy.restsUntilMs) return false
  if (copy.isUp) return true
  // Further reads do not begin a probe while this one is under way.
  copy.restsUntilMs = nowMs + restAfterFailureMs
  void probe(copy)
  return false
}

async function probe(copy: ReadCopy): Promise<void> {
  const { sql } = copy
  try {
    await within(copy.answerWithinMs, sql.unsafe('select'))
    if (copy.sql !== sql) return
    copy.isUp = true
    copy.restsUntilMs = 0
  } catch {
    giveUp(copy, sql)
  }
}

/** Stops reads until a probe is answered. Reads under way fail, and the primary answers them. */
function giveUp(copy: ReadCopy, failed: Sql): void {
  // Another read that failed at the same time has replaced the connection already.
  if (copy.sql !== failed) return
  copy.sql = copy.open()
  copy.isUp = false
  copy.restsUntilMs = performance.now() + restAfterFailureMs
  failed.end({ timeout: 0 }).catch(() => {})
}

/** Reads from a copy. If this fails, it counts the failure and returns `undefined`. */
export async function readFromCopy<Result>(
  copy: ReadCopy,
  read: (sql: Sql) => Promise<Result>,
): Promise<Result | undefined> {
  const { name, sql } = copy
  try {
    return await within(copy.answerWithinMs, read(sql))
  } catch (error) {
    const isConflict = conflicts.includes((error as { code?: string }).code ?? '')
    metrics().replicaMisses.inc({ replica: name, reason: isConflict ? 'conflict' : 'failed' })
    if (!isConflict) giveUp(copy, sql)
    return undefined
  }
}

/** Sends no reads to a copy that lacks a change: for 50 ms the first time, and twice as long each further time, up to a second. */
export function noteBehind(copy: ReadCopy): void {
  const restMs = Math.min(restWhenBehindMs * 2 ** copy.behindInRow, longestRestWhenBehindMs)
  copy.behindInRow += 1
  copy.restsUntilMs = performance.now() + restMs
  metrics().replicaMisses.inc({ replica: copy.name, reason: 'behind' })
}
