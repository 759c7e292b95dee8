import 'server-only'
import { and, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { operatorAction } from '#db/schema/operator'
import { paymentJournal } from '#db/schema/payment-archive'
import { requestLog } from '#db/schema/request-log'
import type { Context } from '#lib/adapters/context'
import { frozenText } from '#lib/domain/frozen'
import { pageOf } from '#lib/schemas/cursor'
import {
  type OperatorRequest,
  type OperatorRequestPage,
  type RequestsQuery,
  writeRequestCursor,
} from '#lib/schemas/operator-request'
import { describeRequest } from '#lib/services/requests/describe-request'
import { isRepeat } from '#lib/services/requests/is-repeat'
import { readsNotFound } from '#lib/services/requests/reads-not-found'
import { withoutOperatorReads } from '#lib/services/requests/without-operator-reads'

/** Written exactly as in the partial indexes, so that PostgreSQL uses them. */
const outcomes: Record<NonNullable<RequestsQuery['outcome']>, SQL> = {
  ok: sql`status < 400`,
  refused: sql`status >= 400`,
  '4xx': sql`status >= 400 and status < 500`,
  // A freeze is intended, and no error of ours.
  '5xx': sql`status >= 500 and message is distinct from ${frozenText}`,
}
/** A wallet may have millions of payments. Requests are stored for a month, so the last ones are searched. */
const payerPayments = 1_000
const maxQuotesCounted = 1_000

/** Answered requests, newest first. Successful reads of operators are included only on request. */
export async function listRequests(args: {
  ctx: Pick<Context, 'db' | 'clock'>
  input: RequestsQuery
}): Promise<OperatorRequestPage> {
  const { ctx, input } = args
  const { outcome, reads, code, operation, key, limit, cursor } = input
  const { at, requestId } = requestLog
  const until = input.until === undefined ? ctx.clock.now() : new Date(input.until)
  const since = input.within === undefined ? undefined : new Date(until.getTime() - input.within * 1_000)
  const asked = operation ?? input.bounty_id ?? input.payment_id
  const conditions = [
    outcome && outcomes[outcome],
    // A named filter includes reads that succeeded.
    reads || outcome === 'refused' || outcome === '5xx' || asked !== undefined
      ? undefined
      : sql.raw(withoutOperatorReads),
    code === undefined ? undefined : eq(requestLog.code, code),
    operation === undefined ? undefined : eq(requestLog.operation, operation),
    key === undefined ? undefined : eq(requestLog.apiKey, key),
    input.bounty_id === undefined ? undefined : eq(requestLog.bountyId, input.bounty_id),
    input.payment_id === undefined ? undefined : eq(requestLog.paymentId, input.payment_id),
    input.payer === undefined ? undefined : inArray(requestLog.paymentId, paymentsOf(ctx, input.payer)),
    input.until === undefined ? undefined : sql`${at} < ${until.toISOString()}::timestamptz`,
    since && sql`${at} >= ${since.toISOString()}::timestamptz`,
  ]
  const rows = await ctx.db
    .select({ ...getTableColumns(requestLog), isRepeat: sql<boolean>`${sql.raw(isRepeat)}` })
    .from(requestLog)
    .where(
      and(
        ...conditions,
        input.without_quotes && sql`is_quote is not true`,
        input.without_not_found && sql`not ${sql.raw(readsNotFound)}`,
        cursor &&
          sql`(${at}, ${requestId}) < (${cursor.at.toISOString()}::timestamptz, ${cursor.requestId}::uuid)`,
      ),
    )
    .orderBy(desc(at), desc(requestId))
    .limit(limit + 1)
  const { page, next_cursor } = pageOf(rows, limit, writeRequestCursor)
  const doneTo = await readDoneTo(ctx, page)
  return {
    requests: page.map((row) => describeRequest(row, doneTo.get(row.requestId) ?? null)),
    next_cursor,
    quotes_left_out: input.without_quotes && !cursor ? await countQuotes(ctx, conditions) : null,
  }
}

/** What the actions among the requests were carried out on, by the id of the request. */
async function readDoneTo(
  { db }: Pick<Context, 'db'>,
  page: readonly (typeof requestLog.$inferSelect)[],
): Promise<Map<string, OperatorRequest['done_to']>> {
  const ids = page.flatMap(({ action, requestId }) => (action === null ? [] : [requestId]))
  if (ids.length === 0) return new Map()
  const { requestId, subject, subjectId } = operatorAction
  const rows = await db
    .select({ requestId, subject, subject_id: subjectId })
    .from(operatorAction)
    .where(inArray(requestId, ids))
  return new Map(rows.map(({ requestId, ...to }) => [requestId, to]))
}

async function countQuotes({ db }: Pick<Context, 'db'>, conditions: readonly (SQL | undefined)[]) {
  const rows = await db
    .select({ one: sql`1` })
    .from(requestLog)
    .where(and(...conditions, sql`is_quote`))
    .limit(maxQuotesCounted + 1)
  return { count: Math.min(rows.length, maxQuotesCounted), is_more: rows.length > maxQuotesCounted }
}

function paymentsOf({ db }: Pick<Context, 'db'>, payer: string) {
  return db
    .select({ id: paymentJournal.id })
    .from(paymentJournal)
    .where(eq(paymentJournal.payer, payer))
    .orderBy(desc(paymentJournal.id))
    .limit(payerPayments)
}
