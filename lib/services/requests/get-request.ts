import 'server-only'
import { and, asc, eq, getTableColumns, gt, max, sql, sum } from 'drizzle-orm'
import { serviceFreeze } from '#db/schema/freeze'
import { operatorAction } from '#db/schema/operator'
import { requestLog, requestLogGap } from '#db/schema/request-log'
import type { Context } from '#lib/adapters/context'
import { isFrozenAnswer } from '#lib/domain/frozen'
import { requestDays } from '#lib/domain/request-retention'
import { isoTime } from '#lib/domain/text/iso-time'
import type { OperatorRequestDetail } from '#lib/schemas/operator-request'
import { describeRequest } from '#lib/services/requests/describe-request'
import { isRepeat } from '#lib/services/requests/is-repeat'

/**
 * Returns the logged request with an id. An unknown id looks the same as one whose request was not retained, so the result also
 * has the number of requests left out of the log.
 */
export async function getRequest(args: {
  ctx: Pick<Context, 'db'>
  input: { requestId: string }
}): Promise<OperatorRequestDetail> {
  const { db } = args.ctx
  const { requestId } = args.input
  const { minute, reason, count } = requestLogGap
  const [[row], [acted], gaps] = await Promise.all([
    db
      .select({ ...getTableColumns(requestLog), isRepeat: sql<boolean>`${sql.raw(isRepeat)}` })
      .from(requestLog)
      .where(eq(requestLog.requestId, requestId)),
    db
      .select({ id: operatorAction.id, subject: operatorAction.subject, subjectId: operatorAction.subjectId })
      .from(operatorAction)
      .where(eq(operatorAction.requestId, requestId)),
    db
      .select({ reason, count: sum(count).mapWith(Number), last: max(minute) })
      .from(requestLogGap)
      .where(gt(minute, sql`service_now() - make_interval(days => ${requestDays}::int)`))
      .groupBy(reason),
  ])
  const of = (why: 'flood' | 'lost') => gaps.find((gap) => gap.reason === why)?.count ?? 0
  const doneTo = acted ? { subject: acted.subject, subject_id: acted.subjectId } : null
  const last = gaps.map((gap) => gap.last?.getTime() ?? 0).reduce((a, b) => Math.max(a, b), 0)
  return {
    request_id: requestId,
    request: row ? describeRequest(row, doneTo) : null,
    frozen: row && isFrozenAnswer(row) ? await freezeAt(args.ctx, row.at) : null,
    audit_id: acted?.id ?? null,
    kept_days: requestDays,
    left_out: { flood: of('flood'), lost: of('lost'), last_at: last === 0 ? null : isoTime(new Date(last)) },
  }
}

/** A promoted server refuses requests for up to a minute before its freeze is recorded. Twice that is searched. */
const recordedWithinSeconds = 120

/** The freeze at a time; `null` if none was recorded. */
async function freezeAt({ db }: Pick<Context, 'db'>, at: Date): Promise<OperatorRequestDetail['frozen']> {
  const { since, endedAt, reason } = serviceFreeze
  const time = sql`${at.toISOString()}::timestamptz`
  const [row] = await db
    .select({ since, endedAt, reason })
    .from(serviceFreeze)
    .where(
      and(
        sql`${since} <= ${time} + make_interval(secs => ${recordedWithinSeconds})`,
        sql`coalesce(${endedAt}, 'infinity') >= ${time}`,
      ),
    )
    .orderBy(asc(since))
    .limit(1)
  if (!row) return null
  return { since: isoTime(row.since), ended_at: row.endedAt && isoTime(row.endedAt), reason: row.reason }
}
