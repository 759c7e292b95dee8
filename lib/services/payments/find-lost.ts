import 'server-only'
import { and, eq } from 'drizzle-orm'
import { bytesToHex, type Hex, hexToBytes } from 'viem'
import { ledgerEntry } from '#db/schema/ledger'
import { chainIdOf } from '#lib/domain/caip2'
import { challengeTime, checkChallenge } from '#lib/services/payments/challenge'
import { askTruth } from '#lib/services/payments/read-truth'
import { keyOf, type PaymentContext, type PurchaseInput } from '#lib/services/payments/types'
import { matches, requirementsFor } from '#lib/services/payments/vet-payment'

/**
 * How old an offer may be for its payment to be searched for on the chain. That takes as many questions as there were blocks
 * since, and anybody can keep an offer.
 */
const searchedMs = 24 * 60 * 60 * 1_000

/**
 * Whether a payment that no row of the journal knows paid us all the same, for the very request it is shown with: a stranger may
 * have sent it first, or the row went with a database that was restored from a backup. `unknown`: the chain cannot be asked.
 *
 * Looks only for what we quoted: an authorization that anyone can read on the chain says nothing of what it was for. The books
 * have the treasury's, however old; the chain is searched for what an offer of the last day was for.
 */
export async function findLost(args: {
  ctx: PaymentContext
  input: Pick<PurchaseInput, 'payTo' | 'payment' | 'requestHash' | 'sale'>
}): Promise<{ is: 'paid'; transaction: Hex } | { is: 'unpaid' } | { is: 'unknown' }> {
  const { ctx, input } = args
  const unpaid = { is: 'unpaid' } as const
  const { payment, requestHash } = input
  const { challenge } = payment.accepted.extra
  const priceAtomic = BigInt(payment.accepted.amount)
  const { secretKey } = ctx.env
  const now = ctx.clock.now()
  const verdict = checkChallenge({ secretKey, requestHash, priceAtomic, now, challenge })
  if (verdict !== 'valid' && verdict !== 'challenge_expired') return unpaid
  const requirements = requirementsFor(ctx, input, priceAtomic)
  const { to, value } = payment.payload.authorization
  if (!requirements || !matches(payment, requirements)) return unpaid
  if (to.toLowerCase() !== requirements.payTo.toLowerCase() || BigInt(value) !== priceAtomic) return unpaid
  const booked = input.payTo === 'treasury' ? await findInBooks(ctx, input) : undefined
  if (booked) return { is: 'paid', transaction: booked }
  const createdAt = challengeTime(challenge as string)
  if (now.getTime() - createdAt.getTime() > searchedMs) return unpaid
  const truth = await askTruth({ ctx, payment, createdAt })
  return truth.is === 'paid' || truth.is === 'unknown' ? truth : unpaid
}

async function findInBooks(
  { db }: PaymentContext,
  { payment }: Pick<PurchaseInput, 'payment'>,
): Promise<Hex | undefined> {
  const { network, payer, nonce } = keyOf(payment)
  const { to, value } = payment.payload.authorization
  const [entry] = await db
    .select({ txHash: ledgerEntry.txHash })
    .from(ledgerEntry)
    .where(
      and(
        eq(ledgerEntry.chainId, chainIdOf(network)),
        eq(ledgerEntry.ref, hexToBytes(nonce as Hex)),
        eq(ledgerEntry.kind, 'treasury_in'),
        eq(ledgerEntry.fromAddress, payer),
        eq(ledgerEntry.toAddress, to.toLowerCase()),
        eq(ledgerEntry.amountAtomic, BigInt(value)),
      ),
    )
  return entry && bytesToHex(entry.txHash)
}
