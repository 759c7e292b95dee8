import 'server-only'
import { and, eq } from 'drizzle-orm'
import { bytesToHex, type Hex, hexToBytes } from 'viem'
import { ledgerEntry } from '#db/schema/ledger'
import { chainTx } from '#db/schema/outbox'
import { paymentJournal, settlementJournal } from '#db/schema/payment-archive'
import { errorText } from '#lib/adapters/chain/error-text'
import { readHeads } from '#lib/adapters/chain/finality'
import { findReceipt } from '#lib/adapters/chain/outbox-receipts'
import type { Context } from '#lib/adapters/context'
import { isNonceSpent, paysIn } from '#lib/adapters/facilitator/authorization'
import { isSettlementOf } from '#lib/adapters/facilitator/settlement-rows'
import { within } from '#lib/adapters/in-time'
import { chainIdOf } from '#lib/domain/chain/caip2'
import { CairnError } from '#lib/domain/errors'
import { isoTime } from '#lib/domain/text/iso-time'
import type { Authorization } from '#lib/schemas/operator-payment'
import { chainOf, expectedOf } from '#lib/services/payments/read-transfer'

const terms = {
  network: paymentJournal.network,
  asset: paymentJournal.asset,
  payer: paymentJournal.payer,
  nonce: paymentJournal.nonce,
  payTo: paymentJournal.payTo,
  amountAtomic: paymentJournal.amountAtomic,
  validBefore: paymentJournal.validBefore,
  settleTx: paymentJournal.settleTx,
} as const
type PaymentRow = Pick<typeof paymentJournal.$inferSelect, keyof typeof terms>
type Seen = Omit<Authorization, 'asked_at'>

const timeoutMs = 8_000
const unasked = { is_final: null, transaction: null, block: null, is_over: null }

/**
 * Reads from the token whether a payment's authorization is used now. If the chain cannot be read, the result says so; it does not
 * mean unpaid. Takes a few calls: unlike the look-up of a payment, it does not search the log.
 *
 * @throws CairnError `not_found`
 */
export async function askAuthorization(args: {
  ctx: Pick<Context, 'db' | 'chains' | 'clock'>
  input: { paymentId: number }
}): Promise<Authorization> {
  const { ctx, input } = args
  const [row] = await ctx.db.select(terms).from(paymentJournal).where(eq(paymentJournal.id, input.paymentId))
  if (!row) throw new CairnError('not_found', 'There is no payment with this number.')
  const askedAt = isoTime(ctx.clock.now())
  try {
    return { asked_at: askedAt, ...(await within(timeoutMs, ask(ctx, row))) }
  } catch (error) {
    return { asked_at: askedAt, ...unasked, says: 'could_not_ask', reason: errorText(error) }
  }
}

async function ask(ctx: Pick<Context, 'db' | 'chains'>, row: PaymentRow): Promise<Seen> {
  const chain = chainOf(ctx, row.network)
  const expected = expectedOf(row)
  const [{ head, final }, isSpent, block] = await Promise.all([
    readHeads(chain),
    isNonceSpent({ chain, expected }),
    chain.client.getBlock({ blockTag: 'latest' }),
  ])
  const about = { block: head.number, is_over: block.timestamp >= row.validBefore, reason: null }
  if (!isSpent) return { ...about, says: 'unused', is_final: null, transaction: null }
  const [isFinal, hashes] = await Promise.all([
    final < 0 ? false : isNonceSpent({ chain, expected, blockNumber: BigInt(final) }),
    knownTransactions(ctx, row),
  ])
  const receipt = hashes.length === 0 ? undefined : await findReceipt(chain, hashes)
  if (receipt && paysIn(receipt, expected))
    return { ...about, says: 'paid', is_final: isFinal, transaction: receipt.transactionHash }
  return { ...about, says: 'spent', is_final: isFinal, transaction: null }
}

/** Transactions that may have moved its money, by journal, facilitator and books. */
async function knownTransactions({ db }: Pick<Context, 'db'>, row: PaymentRow): Promise<Hex[]> {
  const { network, payer, nonce } = row
  const [sent, booked] = await Promise.all([
    db
      .select({ hash: chainTx.minedHash })
      .from(settlementJournal)
      .innerJoin(chainTx, eq(chainTx.id, settlementJournal.chainTxId))
      .where(isSettlementOf(row, settlementJournal)),
    db
      .select({ hash: ledgerEntry.txHash })
      .from(ledgerEntry)
      .where(
        and(
          eq(ledgerEntry.chainId, chainIdOf(network)),
          eq(ledgerEntry.ref, hexToBytes(nonce as Hex)),
          eq(ledgerEntry.fromAddress, payer),
        ),
      )
      .limit(1),
  ])
  const hashes = [...booked, ...sent, { hash: row.settleTx }].flatMap(({ hash }) =>
    hash ? [bytesToHex(hash)] : [],
  )
  return [...new Set(hashes)]
}
