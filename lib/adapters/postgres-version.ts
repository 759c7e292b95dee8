import 'server-only'
import type { Sql } from '#lib/adapters/db'

/** The oldest major version of PostgreSQL that the schema and the statements are tested with. */
const minMajor = 18

/**
 * Returns why this PostgreSQL server is too old, or `undefined`. An older one would run for a while: most statements work there,
 * and some do something else.
 */
export async function findOldPostgres(sql: Pick<Sql, 'unsafe'>): Promise<string | undefined> {
  const [row] = await sql.unsafe<{ number: string; name: string }[]>(
    `select current_setting('server_version_num') as number, current_setting('server_version') as name`,
  )
  return describeOldPostgres(Number(row!.number), row!.name)
}

/** @param number `server_version_num`, for example 150018 for 15.18 */
export function describeOldPostgres(number: number, name: string): string | undefined {
  if (Math.floor(number / 10_000) >= minMajor) return undefined
  return `DATABASE_URL: PostgreSQL ${minMajor} or newer is required, and this server is ${name}; docs/operations.md names where to get it`
}
