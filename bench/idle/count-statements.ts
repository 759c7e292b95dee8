import type { Sql } from '../../lib/adapters/db.ts'
import type { Counted } from './count-calls.ts'

/** Counts the statements of all connections from now on, by their text. The server must have loaded pg_stat_statements. */
export async function countStatements(sql: Sql): Promise<{ list: () => Promise<Counted[]> }> {
  await sql`create extension if not exists pg_stat_statements`
  await sql`select pg_stat_statements_reset()`
  return {
    list: async () => {
      const rows = await sql<{ query: string; calls: number; ms: number }[]>`
        select query, calls::int, total_exec_time as ms from pg_stat_statements order by calls desc, query`
      return rows.map(({ query, calls, ms }) => ({
        what: `${ms.toFixed(1)} ms  ${query.replaceAll(/\s+/g, ' ').trim().slice(0, 200)}`,
        count: calls,
      }))
    },
  }
}
