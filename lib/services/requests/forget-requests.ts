import 'server-only'
import type { Context } from '#lib/adapters/context'
import { requestDays } from '#lib/domain/request-days'

/** So many that one statement holds no lock for long. */
const mostAtOnce = 5_000

/** Deletes what is older than requests are kept for: a bounded number, the oldest first. */
export async function forgetRequests(args: {
  ctx: Pick<Context, 'sql'>
  input?: { atOnce: number }
}): Promise<{ forgotten: number; more: boolean }> {
  const { sql } = args.ctx
  const atOnce = args.input?.atOnce ?? mostAtOnce
  const since = sql`(select service_now() - make_interval(days => ${requestDays}::int))`
  const { count } = await sql`
    delete from request_log where request_id in (
      select request_id from request_log where at < ${since} order by at limit ${atOnce} for update skip locked
    )`
  await sql`delete from request_log_gap where minute < ${since}`
  return { forgotten: count, more: count === atOnce }
}
