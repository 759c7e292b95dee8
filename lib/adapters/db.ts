import 'server-only'
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import type postgres from 'postgres'
import { atMost } from '#lib/adapters/at-most'
import { openClient } from '#lib/adapters/open-client'
import { repairResults } from '#lib/adapters/repair-results'
import { openTransactions } from '#lib/adapters/repair-transactions'
import { openSessionLocks, type SessionLocks } from '#lib/adapters/session-locks'
import { tracedWithin } from '#lib/adapters/trace'

/** postgres.js: for the few hot statements that must be prepared, LISTEN and COPY. */
export type Sql = postgres.Sql
/** drizzle, for everything else. */
export type Db = PostgresJsDatabase<Record<string, never>>
/** An open transaction; a verb that takes part in its caller's transaction asks for this. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

export type Database = { sql: Sql; db: Db; close: () => Promise<void> }

/** More than the lanes and books of one worker. */
const maxLocks = 16
const idleLockSeconds = 30

/** Statements hold values: a transaction is shown by its time alone. */
const noFacts = () => ({})

type Locks = { begin: Sql['begin']; sessions: SessionLocks }
/**
 * Under this the pool carries its locks. The symbol is the same in every copy of this module: pages and routes are bundled
 * apart, and whichever is asked first opens the pool of both.
 */
const locksOf = Symbol.for('cairn.locks')
type Carrier = { [locksOf]?: Locks }

/**
 * Opens a pool. `max_pipeline: 1` because postgres.js otherwise queues up to 100 queries on one busy connection, and one
 * slow query delays its neighbours.
 *
 * Transactions have connections of their own, a third of the whole, and wait for a free one: with that setting postgres.js
 * would send a BEGIN to a busy connection, refuse it, and leave the connection in a transaction that nobody ends.
 */
export function openDatabase(url: string, options: { maxConnections?: number } = {}): Database {
  const maxConnections = Math.max(2, options.maxConnections ?? 20)
  const maxTransactions = Math.ceil(maxConnections / 3)
  // `max_pipeline` is honoured at run time and missing from the published types of 3.4.9.
  const settings: postgres.Options<Record<string, never>> & { max_pipeline: number } = {
    max: maxConnections - maxTransactions,
    max_pipeline: 1,
    connect_timeout: 10,
    onnotice: () => {},
    connection: {
      application_name: 'cairn',
      statement_timeout: 15_000,
      idle_in_transaction_session_timeout: 60_000,
      plan_cache_mode: 'force_generic_plan',
      jit: 'off',
    } as Record<string, string | number>,
  }
  const sql = openClient(url, settings)
  repairResults(sql)
  const transactions = openTransactions(url, settings, withParsers)
  const locks = openTransactions(url, {
    ...settings,
    idle_timeout: idleLockSeconds,
    // Whoever holds a lock may be at work for long.
    connection: { ...settings.connection, idle_in_transaction_session_timeout: 0 },
  })
  const longLocks = openSessionLocks(url)
  ;(sql as Carrier)[locksOf] = {
    begin: atMost(maxLocks, locks.begin) as typeof sql.begin,
    sessions: longLocks,
  }
  const db = drizzle(sql, { casing: 'snake_case' })
  const begin = atMost(maxTransactions, transactions.begin as (...args: unknown[]) => Promise<unknown>)
  sql.begin = ((...args: unknown[]) =>
    tracedWithin('database transaction', noFacts, () => begin(...args))) as typeof sql.begin
  return {
    sql,
    db,
    close: async () => {
      await Promise.all([longLocks.close(), sql.end({ timeout: 5 }), transactions.close(), locks.close()])
    },
  }
}

/** drizzle sets its parsers on every client that it is given. */
function withParsers(client: postgres.Sql): void {
  drizzle(client, { casing: 'snake_case' })
}

/** Begins a transaction that is there only to hold a lock; these have connections of their own, opened when needed. */
export function beginLock(sql: Sql): Sql['begin'] {
  return readLocks(sql).begin
}

/** Locks between processes, for what takes long. */
export function sessionLocksOf(sql: Sql): SessionLocks {
  return readLocks(sql).sessions
}

function readLocks(sql: Sql): Locks {
  const locks = (sql as Carrier)[locksOf]
  if (!locks) throw new Error('locks need a pool that openDatabase has opened')
  return locks
}
