import 'server-only'
import { sql } from 'drizzle-orm'
import type { Db } from '#lib/adapters/db'
import type { JobName } from '#lib/domain/film/job-names'

/**
 * Counts the running and earlier queued jobs of a name ahead of a submission's job; `undefined` if it has no
 * queued job.
 */
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
