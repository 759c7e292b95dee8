import 'server-only'
import { chainIdOf } from '#lib/domain/chain/caip2'
import { paymentKeyOf } from '#lib/schemas/payment-key'
import { challengeTime, checkChallenge } from '#lib/services/payments/challenge'
import {
  expectedOf,
  findTransferInBooks,
  type ReadTransfer,
  tryReadTransfer,
} from '#lib/services/payments/read-transfer'
import type { PaymentContext, PurchaseInput } from '#lib/services/payments/types'
import { matches, requirementsFor } from '#lib/services/payments/vet-payment'

/** The age of an offer up to which its payment is searched for on the chain: anybody can store an offer. */
const searchedMs = 24 * 60 * 60 * 1_000

/** A transfer to us that the journal does not know; `quotedAt` is the time of the offer that was shown with it. */
export type UnrecordedTransfer = Extract<ReadTransfer, { is: 'paid' }> & { quotedAt: Date }

/**
 * Looks for the transfer of a payment that the journal does not have: a stranger may have sent it first, or its row was lost when
 * a backup was restored. `unknown`: the chain cannot be read.
 *
 * Looks only for a transfer that one of our offers for this request asked for. It does not show who makes the request: the chain is
 * public, and anyone gets an offer. The books are read for offers of any age; the chain is searched for those of the last day.
 */
export async function findUnrecordedTransfer(args: {
  ctx: PaymentContext
  input: Pick<PurchaseInput, 'payTo' | 'payment' | 'requestHash' | 'sale'>
}): Promise<UnrecordedTransfer | { is: 'unpaid' } | { is: 'unknown' }> {
  const { ctx, input } = args
  const unpaid = { is: 'unpaid' } as const
  const { payment, requestHash } = input
  const { challenge } = payment.accepted.extra
  const priceAtomic = BigInt(payment.accepted.amount)
  const { secretKey, baseUrl } = ctx.env
  const now = ctx.clock.now()
  const verdict = checkChallenge({ secretKey, baseUrl, requestHash, priceAtomic, now, challenge })
  if (verdict !== 'valid' && verdict !== 'challenge_expired') return unpaid
  const requirements = requirementsFor(ctx, input, priceAtomic)
  const { to, value } = payment.payload.authorization
  if (!requirements || !matches(payment, requirements)) return unpaid
  if (to.toLowerCase() !== requirements.payTo.toLowerCase() || BigInt(value) !== priceAtomic) return unpaid
  const quotedAt = challengeTime(challenge as string)
  const key = paymentKeyOf(payment)
  const expected = expectedOf({ ...key, payTo: to, amountAtomic: priceAtomic })
  const booked = await findTransferInBooks(ctx, expected, chainIdOf(key.network))
  if (booked) return { is: 'paid', ...booked, quotedAt }
  if (now.getTime() - quotedAt.getTime() > searchedMs) return unpaid
  const transfer = await tryReadTransfer({ ctx, payment, createdAt: quotedAt })
  if (transfer.is === 'paid') return { ...transfer, quotedAt }
  return transfer.is === 'unknown' ? transfer : unpaid
}
