import 'server-only'
import { timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import { bytesToHex, type Hex } from 'viem'
import { payment, paymentIdentifier } from '#db/schema/payment'
import { isSigned } from '#lib/adapters/facilitator/is-signed'
import { noteRequest } from '#lib/adapters/request-notes'
import { CairnError } from '#lib/domain/errors'
import { type IdentifierFacts, nextPaymentStep, pollEveryMs } from '#lib/domain/payment/next-payment-step'
import { paymentKeyOf } from '#lib/schemas/payment-key'
import type { ExactPayment } from '#lib/schemas/x402'
import { answerSettled } from '#lib/services/payments/answer-settled'
import { chainOf, tryReadTransfer } from '#lib/services/payments/read-transfer'
import type { PaymentContext, Purchase, PurchaseInput } from '#lib/services/payments/types'
import { notVerified, type Vetted } from '#lib/services/payments/vet-payment'

/**
 * Answers from an earlier payment with the same payer and identifier. The payment of this request would buy the same once more, so it
 * is not accepted.
 *
 * @param args.own the journal row of this request's payment, if it has one
 * @returns `undefined` if no earlier payment may have settled, or if the request is not from its payer
 * @throws CairnError `conflict` if the earlier payment is for another request; `unavailable` if the payer's signature cannot be checked
 */
export async function answerIdentified(args: {
  ctx: PaymentContext
  input: PurchaseInput & { identifier: string }
  vetted: Vetted
  own: number | undefined
}): Promise<Purchase | undefined> {
  const { ctx, input, vetted, own } = args
  const { payer } = paymentKeyOf(input.payment)
  const startedAt = performance.now()
  let transferReadAt = startedAt
  let isPayer: IdentifierFacts['isPayer'] = 'reason' in vetted ? 'unread' : true
  let transfer: Awaited<ReturnType<typeof tryReadTransfer>> | undefined
  let other = await findIdentified(ctx, { payer, identifier: input.identifier })
  for (;;) {
    if (!other || other.id === own) return undefined
    const isSameRequest = timingSafeEqual(other.requestHash, input.requestHash)
    if (isPayer === true && isSameRequest) noteRequest({ paymentId: other.id })
    const step = nextPaymentStep({
      asker: 'identifier',
      state: other.state,
      lease: other.leased ? 'other' : 'over',
      transfer: transfer?.is ?? 'unread',
      isPayer,
      isSameRequest,
      waitedMs: performance.now() - startedAt,
      sinceTransferReadMs: performance.now() - transferReadAt,
    })
    const taken = shownAs(other, input.payment)
    const answer = (settled: { transaction: Hex; isRecorded: boolean }) =>
      answerSettled({ ctx, input: { ...input, payment: taken }, payment: other!, ...settled })
    switch (step.do) {
      case 'read':
        if (step.fact === 'isPayer') isPayer = await isSignedByPayer(ctx, input.payment, vetted)
        else {
          transferReadAt = performance.now()
          transfer = await tryReadTransfer({ ctx, payment: taken, createdAt: other.createdAt })
        }
        break
      case 'wait':
        await sleep(pollEveryMs)
        other = await findIdentified(ctx, { payer, identifier: input.identifier })
        transfer = undefined
        break
      case 'answer':
        return answer({ transaction: bytesToHex(other.settleTx!), isRecorded: true })
      case 'recordSettled':
        if (transfer?.is !== 'paid') throw new Error(`payment ${other.id} has no transfer`)
        return answer({ transaction: transfer.transaction, isRecorded: false })
      case 'answerHeld':
        return { outcome: 'held', by: step.by }
      case 'refuseIdentifier':
        throw otherRequest()
      case 'ignore':
        return undefined
    }
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
 * Reasons for which a payment is refused although its payer may have signed it: the earlier payment may have emptied the wallet, and
 * this one may be repeated long after its answer.
 */
const unpayable = [
  'insufficient_funds',
  'invalid_exact_evm_payload_authorization_valid_before',
  'challenge_expired',
]

/** True if a refused payment was signed by its payer, for this request. */
async function isSignedByPayer(ctx: PaymentContext, shown: ExactPayment, vetted: Vetted): Promise<boolean> {
  const network = ctx.env.networks.find(({ id }) => id === shown.accepted.network)
  if (!('reason' in vetted) || !unpayable.includes(vetted.reason) || !network) return false
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

/** The earlier payment, in the form in which its payer would send it: the receipt is for that one. */
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
