import 'server-only'
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'

/** postgres.js: for the few hot statements that must be prepared, LISTEN and COPY. */
export type Sql = postgres.Sql
/** drizzle, for everything else. */
export type Db = PostgresJsDatabase<Record<string, never>>
/** An open transaction; a verb that takes part in its caller's transaction asks for this. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

export type Database = { sql: Sql; db: Db; close: () => Promise<void> }

/**
 * Opens a pool. `max_pipeline: 1` because postgres.js otherwise queues up to 100 queries on one busy connection, and one
 * slow query delays its neighbours.
 */
export function openDatabase(url: string, options: { maxConnections?: number } = {}): Database {
  // `max_pipeline` is honoured at run time and missing from the published types of 3.4.9.
  const settings: postgres.Options<Record<string, never>> & { max_pipeline: number } = {
    max: options.maxConnections ?? 20,
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
  const sql = postgres(url, settings)
  const db = drizzle(sql, { casing: 'snake_case' })
  return { sql, db, close: () => sql.end({ timeout: 5 }) }
}
