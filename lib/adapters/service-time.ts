import 'server-only'
import type { Sql } from '#lib/adapters/db'

/** The service's time by PostgreSQL's clock, for decisions of workers: the clock of a worker's machine may be wrong. */
export async function readServiceTime(sql: Sql): Promise<Date> {
  const [row] = await sql<{ ms: number }[]>`select (extract(epoch from service_now()) * 1000)::float8 as ms`
  return new Date(row!.ms)
}
