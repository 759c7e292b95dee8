import 'server-only'
import { and, asc, desc, eq, gt, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { bytesToHex, type Hex, hexToBytes } from 'viem'
import { bounty } from '#db/schema/bounty'
import { paymentJournal } from '#db/schema/payment-archive'
import type { Context } from '#lib/adapters/context'
import { formatUsdc } from '#lib/domain/money/money'
import { isoTime } from '#lib/domain/text/iso-time'
import { pageOf } from '#lib/schemas/cursor'
import {
  type OperatorPayment,
  type OperatorPaymentPage,
  type PaymentsQuery,
  paymentCursor,
} from '#lib/schemas/operator-payment'
import { movesAfterPayment } from '#lib/services/operator/bounties/bounty-moves'
import { bountyOperation } from '#lib/services/payments/types'

/** The columns that operators see. */
export const shownColumns = {
  id: paymentJournal.id,
  state: paymentJournal.state,
  reason: paymentJournal.reason,
  network: paymentJournal.network,
  operation: paymentJournal.operation,
  payer: paymentJournal.payer,
  payTo: paymentJournal.payTo,
  amountAtomic: paymentJournal.amountAtomic,
  nonce: paymentJournal.nonce,
  settleTx: paymentJournal.settleTx,
  createdAt: paymentJournal.createdAt,
  closedAt: paymentJournal.closedAt,
  /** The payments that its transaction settled besides it. */
  settledWith: sql<number>`(select greatest(0, count(*) - 1)::int from ${paymentJournal} other
    where other.settle_tx = ${paymentJournal}.settle_tx)`,
} as const

/** The columns of a bounty that are shown with the payment that paid for it. */
export const boughtColumns = {
  bountyId: bounty.bountyId,
  state: bounty.state,
  paidAt: bounty.paidAt,
  createTx: bounty.createTx,
  acceptTx: bounty.acceptTx,
  payoutTx: bounty.payoutTx,
} as const

type Bought = Pick<typeof bounty.$inferSelect, keyof typeof boughtColumns>
type PaymentRow = Pick<
  typeof paymentJournal.$inferSelect,
  Exclude<keyof typeof shownColumns, 'settledWith'>
> & { settledWith: number }

/** A page of the journal, newest first; unresolved payments are listed oldest first. Each filter has an index. */
export async function listPayments(args: {
  ctx: Pick<Context, 'db'>
  input: PaymentsQuery
}): Promise<OperatorPaymentPage> {
  const { ctx, input } = args
  const { limit, cursor } = input
  const isOldestFirst = input.unresolved !== undefined
  const beyond = isOldestFirst ? gt : lt
  const rows = await ctx.db
    .select({ ...shownColumns, bought: boughtColumns })
    .from(paymentJournal)
    .leftJoin(bounty, eq(bounty.paymentId, paymentJournal.id))
    .where(and(...filtersOf(input), cursor === undefined ? undefined : beyond(paymentJournal.id, cursor)))
    .orderBy(isOldestFirst ? asc(paymentJournal.id) : desc(paymentJournal.id))
    .limit(limit + 1)
  const { page, next_cursor } = pageOf(rows, limit, ({ id }) => paymentCursor.write(id))
  return { payments: page.map(describePayment), next_cursor }
}

function filtersOf(input: PaymentsQuery): (SQL | undefined)[] {
  const { state, unresolved, refunded, within, operation, network, payer, reference } = input
  return [
    stateIs(state),
    // Written exactly as in the partial index, so that PostgreSQL uses it.
    unresolved && sql`closed_at is null and ${paymentJournal.state} in ('claimed', 'settling')`,
    operationIs(refunded ? bountyOperation : operation),
    refunded && isNotNull(bounty.payoutTx),
    within === undefined ? undefined : isWithin(within),
    network === undefined ? undefined : eq(paymentJournal.network, network),
    payer === undefined ? undefined : eq(paymentJournal.payer, payer),
    reference === undefined
      ? undefined
      : or(eq(paymentJournal.nonce, reference), eq(paymentJournal.settleTx, hexToBytes(reference as Hex))),
  ]
}

/** For orders written as a literal: the planner then knows that the archive has none, and does not search it. */
function operationIs(operation: PaymentsQuery['operation']): SQL | undefined {
  if (operation === bountyOperation)
    return sql`${paymentJournal.operation} = ${sql.raw(`'${bountyOperation}'`)}`
  return operation === undefined ? undefined : eq(paymentJournal.operation, operation)
}

/**
 * Payments have no index by time: those before a sample of the figures are skipped by their number. A sample is taken within five minutes
 * after its `slot`.
 */
function isWithin(seconds: number): SQL {
  const from = sql`service_now() - make_interval(secs => ${seconds})`
  return sql`${paymentJournal.createdAt} >= ${from} and ${paymentJournal.id} > coalesce((
    select payments_until from figure_sample where slot <= ${from} - interval '5 minutes' order by slot desc limit 1), 0)`
}

/** Written so that a rare state is found by its partial index; nearly all others are settled. */
function stateIs(state: PaymentsQuery['state']): SQL | undefined {
  switch (state) {
    case undefined:
      return undefined
    case 'claimed':
    case 'settling':
      return sql`closed_at is null and ${paymentJournal.state} = ${state}`
    case 'failed':
    case 'void':
      return sql`${paymentJournal.reason} is not null and ${paymentJournal.state} = ${state}`
    case 'settled':
      return eq(paymentJournal.state, 'settled')
  }
}

/** A row of the journal as operators see it. */
export function describePayment(row: PaymentRow & { bought: Bought | null }): OperatorPayment {
  const { bought } = row
  const last = bought && movesAfterPayment(bought).at(-1)
  return {
    id: row.id,
    state: row.state,
    is_watched: row.closedAt === null,
    reason: row.reason,
    network: row.network,
    operation: row.operation,
    payer: row.payer,
    pay_to: row.payTo,
    amount_usdc: formatUsdc(row.amountAtomic),
    nonce: row.nonce,
    settle_tx: row.settleTx ? bytesToHex(row.settleTx) : null,
    settled_with: row.settledWith,
    bounty_id: bought?.bountyId ?? null,
    moved_on: last ? { to: last.to, transaction: last.transaction } : null,
    created_at: isoTime(row.createdAt),
    closed_at: row.closedAt ? isoTime(row.closedAt) : null,
  }
}
