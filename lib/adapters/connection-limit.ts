import 'server-only'
import type { Context } from '#lib/adapters/context'
import { maxSessions } from '#lib/adapters/db'

/**
 * Returns why the PostgreSQL server cannot hold the connections of this process alone, or `undefined`. Under load a server with too few
 * of them refuses connections, so that payments are answered 503.
 */
export async function findTooFewConnections({
  env,
  sql,
}: Pick<Context, 'env' | 'sql'>): Promise<string | undefined> {
  const [row] = await sql<{ allowed: number }[]>`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
           - current_setting('reserved_connections')::int as allowed`
  const { allowed } = row!
  const hasPooler = env.databaseSessionUrl !== env.databaseUrl
  const needed = (hasPooler ? 0 : env.databaseConnections) + maxSessions
  if (needed <= allowed) return undefined
  return `DATABASE_CONNECTIONS: this process may open ${needed} connections to PostgreSQL, which allows ${allowed} for all: lower the setting or raise max_connections; docs/operations.md says how many are needed`
}
