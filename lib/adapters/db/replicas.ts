import 'server-only'
import { openClient, type Sql } from '#lib/adapters/db/driver/open-client'
import { within } from '#lib/adapters/in-time'
import { metrics } from '#lib/adapters/metrics/registry'

/** A streaming replica of the database. */
export type Replica = {
  /** Its place in `OBSERVATIONS_REPLICA_URLS`, from 1. The URL has a password. */
  name: string
  sql: Sql
  /** Opens its connections again after a failure: each of them may be lost without a sign of it. */
  open: () => Sql
  /** False until it has answered, and again from a failure until it has answered a probe. */
  isUp: boolean
  /** No read and no probe goes there before this time of `performance.now()`. */
  restsUntilMs: number
}

/** The longest time for an answer of a replica, with the opening of a connection. After it, the primary is asked. */
export const answerWithinMs = 1_000
/** The time without reads after a failure, until a probe. */
const restAfterFailureMs = 5_000
/** The time without reads after a replica lacked a change. Most replicas are behind for a few milliseconds, or for long. */
const restWhenBehindMs = 50

/** A statement that was cancelled because it conflicted with the changes that the replica receives. The replica is well. */
const conflicts = ['40001', '40P01']

/** The property of the primary's pool that has the replicas: the same symbol in every copy of this module, see `lib/adapters/db.ts`. */
const replicasOf = Symbol.for('cairn.replicas')
type Carrier = { [replicasOf]?: { all: readonly Replica[]; next: number } }

/**
 * Prepares a connection pool for each replica of a database. A pool opens a connection when a read needs one.
 *
 * @param connection session settings, as those of the primary
 */
export function openReplicas(
  urls: readonly string[],
  options: { maxConnections: number; connection: Record<string, string | number> },
): Replica[] {
  const { maxConnections, connection } = options
  return urls.map((url, index) => {
    const open = () =>
      openClient(url, {
        connect_timeout: answerWithinMs / 1_000,
        // The server cancels a statement before the connection counts as lost.
        answerWithinMs: answerWithinMs * 2,
        connection: { ...connection, statement_timeout: answerWithinMs },
        onnotice: () => {},
        max: maxConnections,
      })
    return { name: String(index + 1), sql: open(), open, isUp: false, restsUntilMs: 0 }
  })
}

/** Makes the replicas known to those who have the primary's pool. */
export function attachReplicas(primary: Sql, all: readonly Replica[]): void {
  Object.assign(primary, { [replicasOf]: { all, next: 0 } })
}

/** The replicas of a primary, none by default. */
export function listReplicas(primary: Sql): readonly Replica[] {
  return (primary as Carrier)[replicasOf]?.all ?? []
}

/**
 * The replica for the next read: each in turn, without those that rest. A replica that has failed is first probed in the background, so
 * no read waits for one that hangs.
 */
export function chooseReplica(primary: Sql): Replica | undefined {
  const known = (primary as Carrier)[replicasOf]
  if (!known) return undefined
  const nowMs = performance.now()
  for (let tried = 0; tried < known.all.length; tried += 1) {
    const replica = known.all[known.next++ % known.all.length]!
    if (nowMs < replica.restsUntilMs) continue
    if (replica.isUp) return replica
    // Further reads do not begin a probe while this one is under way.
    replica.restsUntilMs = nowMs + restAfterFailureMs
    void probe(replica)
  }
  return undefined
}

async function probe(replica: Replica): Promise<void> {
  const { sql } = replica
  try {
    await within(answerWithinMs, sql.unsafe('select'))
    if (replica.sql !== sql) return
    replica.isUp = true
    replica.restsUntilMs = 0
  } catch {
    giveUp(replica, sql)
  }
}

/** Stops reads until a probe is answered. Reads under way fail, and the primary answers them. */
function giveUp(replica: Replica, failed: Sql): void {
  // Others were under way at the same time.
  if (replica.sql !== failed) return
  replica.sql = replica.open()
  replica.isUp = false
  replica.restsUntilMs = performance.now() + restAfterFailureMs
  failed.end({ timeout: 0 }).catch(() => {})
}

/** Reads from a replica. If this fails, it counts the failure and returns `undefined`. */
export async function readFromReplica<Result>(
  replica: Replica,
  read: (sql: Sql) => Promise<Result>,
): Promise<Result | undefined> {
  const { name, sql } = replica
  try {
    return await within(answerWithinMs, read(sql))
  } catch (error) {
    const isConflict = conflicts.includes((error as { code?: string }).code ?? '')
    metrics().replicaMisses.inc({ replica: name, reason: isConflict ? 'conflict' : 'failed' })
    if (!isConflict) giveUp(replica, sql)
    return undefined
  }
}

/** Stops reads from a replica that lacks a change, for a short time. */
export function noteBehind(replica: Replica): void {
  replica.restsUntilMs = performance.now() + restWhenBehindMs
  metrics().replicaMisses.inc({ replica: replica.name, reason: 'behind' })
}
