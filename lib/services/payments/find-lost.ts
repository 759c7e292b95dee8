import 'server-only'
import type { Hex } from 'viem'
import { challengeTime, checkChallenge } from '#lib/services/payments/challenge'
import { askTruth } from '#lib/services/payments/read-truth'
import type { PaymentContext, PurchaseInput } from '#lib/services/payments/types'
import { matches, requirementsFor } from '#lib/services/payments/vet-payment'

/**
 * The transaction in which a payment that no row of the journal knows paid us all the same, for the very request it is shown
 * with. A stranger may have sent it first, or the row went with a database that was restored from a backup.
 *
 * Asks the chain only for what we quoted: an authorization that anyone can read there says nothing of what it was for.
 */
export async function findLost(args: {
  ctx: PaymentContext
  input: Pick<PurchaseInput, 'payTo' | 'payment' | 'requestHash' | 'sale'>
}): Promise<Hex | undefined> {
  const { ctx, input } = args
  const { payment, requestHash } = input
  const { challenge } = payment.accepted.extra
  const priceAtomic = BigInt(payment.accepted.amount)
  const { secretKey } = ctx.env
  const verdict = checkChallenge({ secretKey, requestHash, priceAtomic, now: ctx.clock.now(), challenge })
  if (verdict !== 'valid' && verdict !== 'challenge_expired') return undefined
  const requirements = requirementsFor(ctx, input, priceAtomic)
  const { to, value } = payment.payload.authorization
  if (!requirements || !matches(payment, requirements)) return undefined
  if (to.toLowerCase() !== requirements.payTo.toLowerCase() || BigInt(value) !== priceAtomic) return undefined
  const truth = await askTruth({ ctx, payment, createdAt: challengeTime(challenge as string) })
  return truth.is === 'paid' ? truth.transaction : undefined
}
