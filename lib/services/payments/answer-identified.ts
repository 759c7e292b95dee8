import 'server-only'
import { timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import { bytesToHex } from 'viem'
import { payment, paymentIdentifier } from '#db/schema/payment'
import { isSigned } from '#lib/adapters/facilitator/is-signed'
import { noteRequest } from '#lib/adapters/request-notes'
import { CairnError } from '#lib/domain/errors'
import type { ExactPayment } from '#lib/schemas/x402'
import { deliverKept, handOver, loadGoods } from '#lib/services/payments/deliver'
import { askTruth, chainOf } from '#lib/services/payments/read-truth'
import { keyOf, type PaymentContext, type Purchase, type PurchaseInput } from '#lib/services/payments/types'
import { notVerified, type Vetted } from '#lib/services/payments/vet-payment'
import { pollMs, truthEveryMs, waitForOtherMs } from '#lib/services/payments/waiting'

/**
 * What the payment that has the same payer and identifier bought, or is about to: the one that is shown would buy it once more,
 * and is not taken. `undefined` when there is none that may have settled, or when it is not its payer who asks.
 *
 * @param args.own the row of the payment that is shown, when it has one
 * @throws CairnError `conflict` when the other one is for another request; `unavailable` when it cannot be told who asks
 */
export async function answerIdentified(args: {
  ctx: PaymentContext
  input: PurchaseInput
  vetted: Vetted
  own?: number
}): Promise<Purchase | undefined> {
  const { ctx, input, vetted, own } = args
  const { identifier } = input
  if (identifier === undefined) return undefined
  const giveUpAt = performance.now() + waitForOtherMs
  let nextTruthAt = performance.now() + truthEveryMs
  for (;;) {
    const other = await findIdentified(ctx, { payer: keyOf(input.payment).payer, identifier })
    if (!other || other.id === own || other.state === 'void' || other.state === 'failed') return undefined
    if ('reason' in vetted && !(await isPayer(ctx, input.payment, vetted.reason))) return undefined
    if (!timingSafeEqual(other.requestHash, input.requestHash)) throw otherRequest()
    noteRequest({ paymentId: other.id })
    const sold = { ctx, input: { ...input, payment: shownAs(other, input.payment) }, id: other.id }
    if (other.state === 'settled')
      return handOver({ ...sold, taken: other }, bytesToHex(other.settleTx!), () => loadGoods(sold))
    // Its taker is gone, or may be: then the chain knows first.
    if (other.state === 'settling' && (!other.leased || performance.now() >= nextTruthAt)) {
      nextTruthAt = performance.now() + truthEveryMs
      const truth = await askTruth({ ctx, payment: sold.input.payment, createdAt: other.createdAt })
      if (truth.is === 'paid')
        return handOver({ ...sold, taken: other }, truth.transaction, deliverKept(sold))
      if (!other.leased) return { outcome: 'held', by: 'identifier' }
    }
    if (performance.now() >= giveUpAt) return { outcome: 'held', by: 'identifier' }
    await sleep(pollMs)
  }
}

type Identified = typeof payment.$inferSelect & { leased: boolean }

async function findIdentified(
  { db }: PaymentContext,
  named: { payer: string; identifier: string },
): Promise<Identified | undefined> {
  const [found] = await db
    .select({ payment, leased: sql<boolean>`${payment.claimedUntil} > now()` })
    .from(paymentIdentifier)
    .innerJoin(payment, eq(payment.id, paymentIdentifier.paymentId))
    .where(and(eq(paymentIdentifier.payer, named.payer), eq(paymentIdentifier.identifier, named.identifier)))
  return found && { ...found.payment, leased: found.leased }
}

/**
 * What keeps a payment for this very request from being settled, and says nothing of who made it. The other payment may have
 * emptied the wallet, and this one may be shown again long after it was answered.
 */
const unpayable = [
  'insufficient_funds',
  'invalid_exact_evm_payload_authorization_valid_before',
  'challenge_expired',
]

/** Whether a payment that is not taken was made by its payer, and for this request. */
async function isPayer(ctx: PaymentContext, shown: ExactPayment, reason: string): Promise<boolean> {
  const network = ctx.env.networks.find(({ id }) => id === shown.accepted.network)
  if (!unpayable.includes(reason) || !network) return false
  try {
    return await isSigned({ chain: chainOf(ctx, network.id), usdc: network.usdc, payload: shown.payload })
  } catch (cause) {
    throw notVerified(cause)
  }
}

function otherRequest(): CairnError {
  const field = 'extensions.payment-identifier.info.id'
  return new CairnError(
    'conflict',
    `${field}: this wallet paid for another request under the same identifier. Nothing was charged by this one. Repeat that request to get its answer again, or give this one an identifier of its own.`,
    { field },
  )
}

/** As its payer would have shown the payment that was taken: the receipt is for that one. */
function shownAs(taken: Identified, shown: ExactPayment): ExactPayment {
  const { network, asset, payTo, nonce, amountAtomic } = taken
  const { accepted, payload } = shown
  const amount = amountAtomic.toString()
  return {
    ...shown,
    accepted: { ...accepted, network, asset, payTo, amount },
    payload: { ...payload, authorization: { ...payload.authorization, to: payTo, value: amount, nonce } },
  }
}
