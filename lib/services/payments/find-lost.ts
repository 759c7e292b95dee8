import 'server-only'
import { chainIdOf } from '#lib/domain/caip2'
import { challengeTime, checkChallenge } from '#lib/services/payments/challenge'
import { askTruth, expectedOf, findInBooks, type Truth } from '#lib/services/payments/read-truth'
import { keyOf, type PaymentContext, type PurchaseInput } from '#lib/services/payments/types'
import { matches, requirementsFor } from '#lib/services/payments/vet-payment'

/** How old an offer may be for its payment to be searched for on the chain: anybody can keep an offer. */
const searchedMs = 24 * 60 * 60 * 1_000

type Paid = Extract<Truth, { is: 'paid' }>

/**
 * Whether a payment that no row of the journal knows paid us all the same: a stranger may have sent it first, or the row went
 * with a database that was restored from a backup. `unknown`: the chain cannot be asked.
 *
 * Looks only for what we quoted for this very request. That does not say who asks: everything on the chain is public, and
 * anyone gets a quote. The books are asked however old the offer is; the chain is searched for what an offer of the last day
 * was for.
 */
export async function findLost(args: {
  ctx: PaymentContext
  input: Pick<PurchaseInput, 'payTo' | 'payment' | 'requestHash' | 'sale'>
}): Promise<(Paid & { quotedAt: Date }) | { is: 'unpaid' } | { is: 'unknown' }> {
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
  const key = keyOf(payment)
  const expected = expectedOf({ ...key, payTo: to, amountAtomic: priceAtomic })
  const booked = await findInBooks(ctx, expected, chainIdOf(key.network))
  if (booked) return { is: 'paid', ...booked, quotedAt }
  if (now.getTime() - quotedAt.getTime() > searchedMs) return unpaid
  const truth = await askTruth({ ctx, payment, createdAt: quotedAt })
  if (truth.is === 'paid') return { ...truth, quotedAt }
  return truth.is === 'unknown' ? truth : unpaid
}
