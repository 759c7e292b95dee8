import 'server-only'
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { bytesToHex, type Hex, hexToBytes, isHex } from 'viem'
import { bounty, bountyOrder } from '#db/schema/bounty'
import { ledgerEntry } from '#db/schema/ledger'
import { operatorAction } from '#db/schema/operator'
import { chainTx } from '#db/schema/outbox'
import { paymentAnswer, paymentIdentifier } from '#db/schema/payment'
import { paymentJournal, settlementJournal } from '#db/schema/payment-archive'
import { event } from '#db/schema/service'
import type { Context } from '#lib/adapters/context'
import { isSettlementOf } from '#lib/adapters/facilitator/settlement-rows'
import { chainIdOf } from '#lib/domain/chain/caip2'
import { CairnError } from '#lib/domain/errors'
import { isoSeconds, isoTime } from '#lib/domain/text/iso-time'
import type { OperatorPaymentDetail } from '#lib/schemas/operator-payment'
import { movesAfterPayment } from '#lib/services/operator/bounties/bounty-moves'
import { readAttempts } from '#lib/services/operator/chains/read-attempts'
import { countCaptures } from '#lib/services/operator/payments/count-captures'
import { boughtColumns, describePayment, shownColumns } from '#lib/services/operator/payments/list-payments'

type PaymentRow = Pick<typeof paymentJournal.$inferSelect, 'network' | 'asset' | 'payer' | 'nonce'>

const maxActions = 20
/** The last second that a date can name with four digits of a year. */
const lastSecond = 253_402_300_799n

/**
 * Returns one payment with everything that belongs to it. The answer that it bought is reduced to its status
 * and size.
 *
 * @throws CairnError `not_found`
 */
export async function getPayment(args: {
  ctx: Pick<Context, 'db'>
  input: { paymentId: number }
}): Promise<OperatorPaymentDetail> {
  const { ctx, input } = args
  const [row] = await ctx.db
    .select({
      ...shownColumns,
      bought: boughtColumns,
      asset: paymentJournal.asset,
      validBefore: paymentJournal.validBefore,
      requestHash: paymentJournal.requestHash,
      identifier: paymentIdentifier.identifier,
      attempt: paymentJournal.attempt,
      claimedUntil: paymentJournal.claimedUntil,
      lookedAt: paymentJournal.lookedAt,
      isLeased: sql<boolean>`${paymentJournal.claimedUntil} > now()`,
    })
    .from(paymentJournal)
    .leftJoin(paymentIdentifier, eq(paymentIdentifier.paymentId, paymentJournal.id))
    .leftJoin(bounty, eq(bounty.paymentId, paymentJournal.id))
    .where(eq(paymentJournal.id, input.paymentId))
  if (!row) throw new CairnError('not_found', 'There is no payment with this number.')
  const { bought } = row
  const [stored, transaction, inBooks, actions, moves] = await Promise.all([
    readStored(ctx, row.id),
    readTransaction(ctx, row),
    readInBooks(ctx, row),
    readActions(ctx, row.id),
    bought ? readMoves(ctx, bought) : [],
  ])
  return {
    ...describePayment(row),
    asset: row.asset,
    valid_before: row.validBefore > lastSecond ? null : isoSeconds(Number(row.validBefore)),
    identifier: row.identifier,
    request_hash: bytesToHex(row.requestHash),
    attempt: row.attempt,
    leased_until: isoTime(row.claimedUntil),
    is_leased: row.isLeased,
    looked_at: row.lookedAt ? isoTime(row.lookedAt) : null,
    ...stored,
    bounty: bought
      ? { bounty_id: bought.bountyId, state: bought.state, paid_at: isoTime(bought.paidAt) }
      : null,
    moves,
    transaction,
    in_books: inBooks,
    actions,
  }
}

async function readStored({ db }: Pick<Context, 'db'>, paymentId: number) {
  const [[order], [answer]] = await Promise.all([
    db.select().from(bountyOrder).where(eq(bountyOrder.paymentId, paymentId)),
    db
      .select({
        status: paymentAnswer.status,
        body: paymentAnswer.body,
        createdAt: paymentAnswer.createdAt,
      })
      .from(paymentAnswer)
      .where(eq(paymentAnswer.paymentId, paymentId)),
  ])
  return {
    order: order
      ? {
          title: order.title,
          amount_usdc: order.amountUsdc,
          deadline_days: order.deadlineDays,
          kept_at: isoTime(order.createdAt),
        }
      : null,
    answer: answer
      ? {
          status: answer.status,
          stored_bytes: answer.body.length,
          captures: countCaptures(answer.body),
          kept_at: isoTime(answer.createdAt),
        }
      : null,
  }
}

/** Each transfer with the time of the event that recorded it. */
async function readMoves(
  { db }: Pick<Context, 'db'>,
  bought: Pick<typeof bounty.$inferSelect, 'bountyId' | 'createTx' | 'acceptTx' | 'payoutTx'>,
): Promise<OperatorPaymentDetail['moves']> {
  const transaction = sql<string | null>`${event.data} ->> 'transaction'`
  const rows = await db
    .select({ at: event.at, transaction })
    .from(event)
    .where(and(eq(event.subject, 'bounty'), eq(event.subjectId, bought.bountyId), isNotNull(transaction)))
    .orderBy(desc(event.id))
  const times = new Map(rows.map(({ at, transaction }) => [transaction, isoTime(at)]))
  return movesAfterPayment(bought).map((move) => ({
    to: move.to,
    transaction: move.transaction,
    at: times.get(move.transaction) ?? null,
  }))
}

/** The transaction in which the built-in facilitator settles it, with each form that was signed of it. */
async function readTransaction(
  ctx: Pick<Context, 'db'>,
  row: PaymentRow,
): Promise<OperatorPaymentDetail['transaction']> {
  const [sent] = await ctx.db
    .select({
      id: chainTx.id,
      state: chainTx.state,
      sender: chainTx.sender,
      nonce: chainTx.nonce,
      error: chainTx.error,
      minedHash: chainTx.minedHash,
      minedBlock: chainTx.minedBlock,
      createdAt: chainTx.createdAt,
    })
    .from(settlementJournal)
    .innerJoin(chainTx, eq(chainTx.id, settlementJournal.chainTxId))
    .where(isSettlementOf(row, settlementJournal))
  if (!sent) return null
  const attempts = await readAttempts({ ctx, txIds: [sent.id] })
  return {
    id: sent.id,
    state: sent.state,
    sender: sent.sender,
    nonce: sent.nonce,
    error: sent.error,
    mined_hash: sent.minedHash ? bytesToHex(sent.minedHash) : null,
    mined_block: sent.minedBlock,
    created_at: isoTime(sent.createdAt),
    attempts: attempts.get(sent.id)!,
  }
}

/** The books have the transfers of the treasury alone: payments for look-ups go elsewhere. */
async function readInBooks(
  { db }: Pick<Context, 'db'>,
  { network, payer, nonce }: PaymentRow,
): Promise<OperatorPaymentDetail['in_books']> {
  if (!isHex(nonce) || nonce.length !== 66) return null
  const [entry] = await db
    .select({ txHash: ledgerEntry.txHash, logIndex: ledgerEntry.logIndex, block: ledgerEntry.block })
    .from(ledgerEntry)
    .where(
      and(
        eq(ledgerEntry.chainId, chainIdOf(network)),
        eq(ledgerEntry.ref, hexToBytes(nonce as Hex)),
        eq(ledgerEntry.fromAddress, payer),
        eq(ledgerEntry.kind, 'treasury_in'),
      ),
    )
    .limit(1)
  if (!entry) return null
  return { transaction: bytesToHex(entry.txHash), log_index: entry.logIndex, block: entry.block }
}

async function readActions(
  { db }: Pick<Context, 'db'>,
  paymentId: number,
): Promise<OperatorPaymentDetail['actions']> {
  const rows = await db
    .select()
    .from(operatorAction)
    .where(and(eq(operatorAction.subject, 'payment'), eq(operatorAction.subjectId, String(paymentId))))
    .orderBy(desc(operatorAction.id))
    .limit(maxActions)
  return rows.map(({ id, at, action, operator, reason }) => ({
    id,
    at: isoTime(at),
    action,
    operator,
    reason,
  }))
}
