import 'server-only'
import type { Context } from '#lib/adapters/context'
import { readTime } from '#lib/adapters/read-time'
import { isoTime } from '#lib/domain/text/iso-time'
import type { TimelineEntry } from '#lib/schemas/operator-bounty'
import type { BountyRow } from '#lib/services/bounties/transition'
import { isRepeat } from '#lib/services/requests/is-repeat'
import { readsNotFound } from '#lib/services/requests/reads-not-found'

const maxOfEach = 100

type Found = {
  id: string
  at: string
  kind: TimelineEntry['kind']
  text: string
  subject: string
  subject_id: string
  detail: string | null
  transaction: string | null
  request_id: string | null
  is_repeat: boolean
}

/**
 * What happened to a bounty, its submissions and its payment, what operators did about it, and which requests named it, except reads that
 * found nothing: newest first, the last hundred of each.
 */
export async function readTimeline(args: {
  ctx: Pick<Context, 'sql'>
  row: Pick<BountyRow, 'bountyId' | 'paymentId'>
  submissionIds: readonly string[]
}): Promise<{ timeline: TimelineEntry[]; timeline_is_cut: boolean }> {
  const { ctx, row, submissionIds } = args
  const { sql } = ctx
  const paymentId = String(row.paymentId)
  const isAbout = sql`(subject = 'bounty' and subject_id = ${row.bountyId}
    or subject = 'payment' and subject_id = ${paymentId}
    or subject = 'submission' and subject_id = any(${[...submissionIds]}::text[]))`
  const found = await Promise.all([
    sql<Found[]>`
      select id::text, at, 'event' as kind, name as text, subject, subject_id, nullif(data ->> 'state', name) as detail,
             data ->> 'transaction' as transaction, null as request_id, false as is_repeat
      from event where ${isAbout} order by id desc limit ${maxOfEach + 1}`,
    sql<Found[]>`
      select id::text, at, 'action' as kind, action as text, subject, subject_id,
             reason || ' (' || operator || ')' as detail, null as transaction, request_id, false as is_repeat
      from operator_action where ${isAbout} order by id desc limit ${maxOfEach + 1}`,
    sql<Found[]>`
      select request_id::text as id, at, 'request' as kind, method || ' ' || operation as text, 'bounty' as subject,
             ${row.bountyId} as subject_id, status || coalesce(' ' || code || ': ' || message, '') as detail,
             null as transaction, request_id::text, ${sql.unsafe(isRepeat)} as is_repeat
      from request_log
      where (bounty_id = ${row.bountyId} or payment_id = ${row.paymentId})
        and operation not in ('getOperatorBounty', 'getOperatorPayment', 'getPaymentAuthorization', 'previewAction', 'runAction')
        and not ${sql.unsafe(readsNotFound)}
      order by at desc limit ${maxOfEach + 1}`,
  ])
  const timeline = found
    .flatMap((rows) => rows.slice(0, maxOfEach))
    .map((one) => ({ ...one, at: readTime(one.at) }))
    .toSorted((one, other) => other.at.getTime() - one.at.getTime() || order(other) - order(one))
  return {
    timeline: timeline.map(describe),
    timeline_is_cut: found.some((rows) => rows.length > maxOfEach),
  }
}

/** Entries of the same time are ordered by when they were written. */
function order({ kind, id }: Pick<Found, 'kind' | 'id'>): number {
  return kind === 'event' ? Number(id) : 0
}

function describe(found: Omit<Found, 'at'> & { at: Date }): TimelineEntry {
  const { id, at, kind, text, subject, subject_id, detail, transaction, request_id, is_repeat } = found
  return {
    key: `${kind} ${id}`,
    at: isoTime(at),
    kind,
    text,
    detail,
    transaction,
    request_id,
    is_repeat,
    subject: { kind: subject, id: subject_id },
  }
}
