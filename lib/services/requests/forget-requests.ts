import 'server-only'
import type { Context } from '#lib/adapters/context'
import { maxRequests, requestDays } from '#lib/domain/request-retention'

/** So many that one statement holds no lock for long. */
const mostAtOnce = 5_000

type ForgetContext = Pick<Context, 'sql'>

/** Deletes requests that are too old or too many: a bounded number, the oldest first. */
export async function forgetRequests(args: {
  ctx: ForgetContext
  input?: { atOnce?: number; most?: number }
}): Promise<{ forgotten: number; more: boolean }> {
  const { ctx } = args
  const { atOnce = mostAtOnce, most = maxRequests } = args.input ?? {}
  const { sql } = ctx
  const [aged] = await sql<
    { at: Date }[]
  >`select service_now() - make_interval(days => ${requestDays}::int) as at`
  const since = (await oldestKept(ctx, most)) ?? aged!.at
  const { count } = await sql`
    delete from request_log where request_id in (
      select request_id from request_log where at < ${since > aged!.at ? since : aged!.at}
      order by at limit ${atOnce} for update skip locked
    )`
  await sql`delete from request_log_gap where minute < ${aged!.at}`
  return { forgotten: count, more: count === atOnce }
}

/** The time of the n-th newest request, with n = `most`; `undefined` if there are fewer, by the planner's estimate or by count. */
async function oldestKept({ sql }: ForgetContext, most: number): Promise<Date | undefined> {
  const [size] = await sql<{ many: boolean }[]>`
    select reltuples > ${most} as many from pg_class where oid = 'request_log'::regclass`
  if (!size?.many) return undefined
  const [oldest] = await sql<{ at: Date }[]>`
    select at from request_log order by at desc, request_id desc offset ${most - 1} limit 1`
  return oldest?.at
}
