import 'server-only'
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import { attachCopies, openReplicas, openShards } from '#lib/adapters/db/copies'
import { openClient, type Sql } from '#lib/adapters/db/driver/open-client'
import { openSessionLocks, type SessionLocks } from '#lib/adapters/session-locks'
import { tracedWithin } from '#lib/adapters/trace'

/** postgres.js: for the few hot statements that must be prepared, LISTEN and COPY. */
export type { Sql }
/** The drizzle client of the database. */
export type Db = PostgresJsDatabase<Record<string, never>>
/** An open transaction; a verb that takes part in its caller's transaction asks for this. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

export type Database = { sql: Sql; db: Db; close: () => Promise<void> }

/** More than a worker uses at the same time. */
const maxLocks = 16
const idleLockSeconds = 30
/**
 * The most connections of a process beside its pool: locks, LISTEN (3), and in a web two each for the search for older copies and for
 * metrics, which are more than a worker's job queue has.
 */
export const maxSessions = maxLocks + 7

const statementTimeoutMs = 15_000
/** A living server answers within `statementTimeoutMs`, unless its connection has to be opened first. */
const answerWithinMs = statementTimeoutMs + 5_000

/** Statements contain values, so the trace of a transaction has its duration alone. */
const noFacts = () => ({})

type Locks = { begin: Sql['begin']; sessions: SessionLocks }
/**
 * The property of the pool that holds its locks. The symbol is the same in every copy of this module: pages and routes are
 * bundled separately, and the first of them to run opens the pool for both.
 */
const locksOf = Symbol.for('cairn.locks')
type Carrier = { [locksOf]?: Locks }

/**
 * Opens the connections of a process. A third of them are for transactions, which wait for a free one.
 *
 * @param options.sessionUrl connects to the same database without a pooler in transaction mode; for LISTEN and for locks that are
 * held long. `url` by default
 * @param options.replicaUrls streaming replicas, for `readPublished`. None by default
 * @param options.shardUrls databases with a part of the observations each, for `readShards`. None by default
 * @param options.copyWithinMs the longest time for an answer of a replica or a shard, `answerWithinMs` of `copies.ts` by default
 */
export function openDatabase(
  url: string,
  options: {
    maxConnections?: number | undefined
    sessionUrl?: string | undefined
    replicaUrls?: readonly string[]
    shardUrls?: readonly string[]
    copyWithinMs?: number | undefined
  } = {},
): Database {
  const { sessionUrl = url, replicaUrls = [], shardUrls = [] } = options
  const maxConnections = Math.max(2, options.maxConnections ?? 20)
  const maxTransactions = Math.ceil(maxConnections / 3)
  const connection = {
    application_name: 'cairn',
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 60_000,
    plan_cache_mode: 'force_generic_plan',
    jit: 'off',
  } as Record<string, string | number>
  const settings = { connect_timeout: 10, answerWithinMs, onnotice: () => {} }
  const sql = openClient(url, {
    ...settings,
    max: maxConnections - maxTransactions,
    maxTransactions,
    sessionUrl,
    connection,
  })
  const locks = openClient(sessionUrl, {
    ...settings,
    maxTransactions: maxLocks,
    idle_timeout: idleLockSeconds,
    // A lock may last longer than a transaction may be idle.
    connection: { ...connection, idle_in_transaction_session_timeout: 0 },
  })
  const sessions = openSessionLocks(sessionUrl)
  const ofCopies = {
    maxConnections: maxConnections - maxTransactions,
    connection,
    answerWithinMs: options.copyWithinMs,
  }
  const [replicas, shards] = [openReplicas(replicaUrls, ofCopies), openShards(shardUrls, ofCopies)]
  attachCopies(sql, { replicas, shards })
  const { begin } = sql
  Object.assign(sql, {
    [locksOf]: { begin: locks.begin, sessions } satisfies Locks,
    begin: (...args: Parameters<typeof begin>) =>
      tracedWithin('database transaction', noFacts, () => begin(...args)),
  })
  return {
    sql,
    db: drizzle(sql, { casing: 'snake_case' }),
    close: async () => {
      const clients = [sql, locks, ...[...replicas, ...shards].map((copy) => copy.sql)]
      await Promise.all([sessions.close(), ...clients.map((client) => client.end({ timeout: 5 }))])
    },
  }
}

/** Begins a transaction that only holds a lock. These have connections of their own, opened when needed. */
export function beginLock(sql: Sql): Sql['begin'] {
  return readLocks(sql).begin
}

/** Locks between processes, for work that takes long. */
export function sessionLocksOf(sql: Sql): SessionLocks {
  return readLocks(sql).sessions
}

function readLocks(sql: Sql): Locks {
  const locks = (sql as Carrier)[locksOf]
  if (!locks) throw new Error('locks need a pool that openDatabase has opened')
  return locks
}
