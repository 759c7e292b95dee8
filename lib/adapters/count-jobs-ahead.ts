import 'server-only'
import { sql } from 'drizzle-orm'
import type { Db } from '#lib/adapters/db'
import type { JobName } from '#lib/adapters/jobs'

/** How many jobs of a name will be begun before a submission's, or are under way; `undefined` when it has none waiting. */
export async function countJobsAhead(args: {
  db: Db
  name: JobName
  submissionId: string
}): Promise<number | undefined> {
  const { db, name, submissionId } = args
  const [row] = await db.execute<{ ahead: number }>(sql`
    select (
      select count(*)::int from pgboss.job other
      where other.name = ${name} and other.state < 'completed' and (other.created_on, other.id) < (own.created_on, own.id)
    ) as ahead
    from pgboss.job own
    where own.name = ${name} and own.singleton_key = ${submissionId} and own.state < 'active'`)
  return row?.ahead
}
