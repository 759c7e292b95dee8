import 'server-only'
import { and, asc, desc, eq, gt, lt, or, type SQL, sql } from 'drizzle-orm'
import { bytesToHex, type Hex, hexToBytes } from 'viem'
import { bounty } from '#db/schema/bounty'
import { payment } from '#db/schema/payment'
import type { Context } from '#lib/adapters/context'
import { formatUsdc } from '#lib/domain/money/money'
import { isoTime } from '#lib/domain/text/iso-time'
import {
  type OperatorPayment,
  type OperatorPaymentPage,
  type PaymentsQuery,
  paymentCursor,
} from '#lib/schemas/operator-payment'

/** What operators see of a row. */
export const shownColumns = {
  id: payment.id,
  state: payment.state,
  reason: payment.reason,
  network: payment.network,
  operation: payment.operation,
  payer: payment.payer,
  payTo: payment.payTo,
  amountAtomic: payment.amountAtomic,
  nonce: payment.nonce,
  settleTx: payment.settleTx,
  createdAt: payment.createdAt,
  closedAt: payment.closedAt,
} as const

type PaymentRow = Pick<typeof payment.$inferSelect, keyof typeof shownColumns>

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
    .select({ ...shownColumns, bountyId: bounty.bountyId })
    .from(payment)
    .leftJoin(bounty, eq(bounty.paymentId, payment.id))
    .where(and(...filtersOf(input), cursor === undefined ? undefined : beyond(payment.id, cursor)))
    .orderBy(isOldestFirst ? asc(payment.id) : desc(payment.id))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  return {
    payments: shown.map(describePayment),
    next_cursor: rows.length > limit ? paymentCursor.write(shown.at(-1)!.id) : null,
  }
}

function filtersOf(input: PaymentsQuery): (SQL | undefined)[] {
  const { state, unresolved, operation, network, payer, reference } = input
  return [
    stateIs(state),
    // As the partial index has it.
    unresolved && sql`closed_at is null and ${payment.state} in ('claimed', 'settling')`,
    operation === undefined ? undefined : eq(payment.operation, operation),
    network === undefined ? undefined : eq(payment.network, network),
    payer === undefined ? undefined : eq(payment.payer, payer),
    reference === undefined
      ? undefined
      : or(eq(payment.nonce, reference), eq(payment.settleTx, hexToBytes(reference as Hex))),
  ]
}

/** Written so that a rare state is found by its partial index; nearly all others are settled. */
function stateIs(state: PaymentsQuery['state']): SQL | undefined {
  switch (state) {
    case undefined:
      return undefined
    case 'claimed':
    case 'settling':
      return sql`closed_at is null and ${payment.state} = ${state}`
    case 'failed':
    case 'void':
      return sql`${payment.reason} is not null and ${payment.state} = ${state}`
    case 'settled':
      return eq(payment.state, 'settled')
  }
}

/** A row of the journal as operators see it. */
export function describePayment(row: PaymentRow & { bountyId: string | null }): OperatorPayment {
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
    bounty_id: row.bountyId,
    created_at: isoTime(row.createdAt),
    closed_at: row.closedAt ? isoTime(row.closedAt) : null,
  }
}
