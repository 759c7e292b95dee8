import 'server-only'
import type { PaymentRequirements } from '@x402/core/types'
import { errorText } from '#lib/adapters/chain/error-text'
import type { Verified } from '#lib/adapters/facilitator/facilitator'
import { traced } from '#lib/adapters/trace'
import { CairnError } from '#lib/domain/errors'
import { formatUsdc } from '#lib/domain/money/money'
import { explainRefusal, specifiedReason } from '#lib/domain/payment/payment-refusal'
import { isoTime } from '#lib/domain/text/iso-time'
import type { ExactPayment } from '#lib/schemas/x402'
import { checkChallenge } from '#lib/services/payments/challenge'
import { requirementsOf } from '#lib/services/payments/quote-payment'
import type { PaymentContext, Purchase, PurchaseInput } from '#lib/services/payments/types'
import { bannedError, findBan } from '#lib/services/reports/find-ban'

/** @property wait the error instead of a new quote, if any other payment of the wallet on the network would be refused too */
export type Vetted =
  | { requirements: PaymentRequirements }
  | { reason: string; wait?: Pick<CairnError, 'code' | 'message' | 'retryAfterSeconds'> }

/** Refusals that come from the state of our own relayer. The others with a wait are limits of the payer. */
const ourFaults = new Set(['gas_budget_spent', 'relayer_without_gas', 'network_paused'])

/**
 * Checks that a payment may be claimed: it pays our price, or an offered price that is still valid; its challenge ties it to this request;
 * and the facilitator says that it would settle now.
 *
 * @throws CairnError `unavailable` if the facilitator cannot decide; the refusal of a request with a wrong shape
 */
export async function vetPayment(args: {
  ctx: PaymentContext
  input: Pick<PurchaseInput, 'payTo' | 'priceAtomic' | 'payment' | 'requestHash' | 'sale'>
}): Promise<Vetted> {
  const { ctx, input } = args
  const { payment, requestHash } = input
  const { secretKey, baseUrl } = ctx.env
  const { challenge } = payment.accepted.extra
  const offeredAtomic = BigInt(payment.accepted.amount)
  const priceAtomic = input.priceAtomic()
  const verdict = checkChallenge({
    secretKey,
    baseUrl,
    requestHash,
    priceAtomic: offeredAtomic,
    now: ctx.clock.now(),
    challenge,
  })
  // An offer holds until it expires, also after the price has changed.
  const requirements = requirementsFor(ctx, input, verdict === 'valid' ? offeredAtomic : priceAtomic)
  if (!requirements) return { reason: 'invalid_network' }
  if (!matches(payment, requirements)) return { reason: 'no_matching_requirements' }
  // Checked here too, because the facilitator may be external: the signed authorization itself must pay us.
  const { to, value } = payment.payload.authorization
  if (to.toLowerCase() !== requirements.payTo.toLowerCase())
    return { reason: 'invalid_exact_evm_payload_recipient_mismatch' }
  if (BigInt(value) !== BigInt(requirements.amount))
    return { reason: 'invalid_exact_evm_payload_authorization_value' }
  if (verdict !== 'valid') return { reason: verdict }
  try {
    const facts = { 'cairn.network': requirements.network }
    const verified = await traced('verify payment', { facts }, () =>
      ctx.facilitator.verify(payment as never, requirements),
    )
    if (!verified.isValid) return refusedBy(ctx, verified, requirements)
  } catch (error) {
    ctx.log.error({ network: requirements.network, error: errorText(error) }, 'payment cannot be verified')
    throw notVerified(error)
  }
  return (await bannedFromOrders(ctx, input)) ?? { requirements }
}

/** Refuses orders of a banned wallet; its look-ups are still sold. Called after the signature was verified, so nobody else learns of the ban. */
async function bannedFromOrders(
  ctx: PaymentContext,
  { payment, sale }: Pick<PurchaseInput, 'payment' | 'sale'>,
): Promise<Vetted | undefined> {
  if (sale.flow !== 'upfront') return undefined
  const reason = await findBan(ctx.db, payment.payload.authorization.from)
  return reason === undefined ? undefined : { reason: 'payer_banned', wait: bannedError(reason) }
}

function refusedBy(
  ctx: PaymentContext,
  { invalidReason = 'unexpected_verify_error', retryAfterSeconds }: Verified,
  { amount, network }: PaymentRequirements,
): Vetted {
  const reason = specifiedReason(invalidReason)
  if (retryAfterSeconds === undefined) return { reason }
  const offer = {
    price: formatUsdc(BigInt(amount)),
    contractPayerMin: formatUsdc(ctx.env.contractPayers.minAtomic),
    network: ctx.env.networks.find(({ id }) => id === network)?.name,
  }
  const until = new Date(ctx.clock.now().getTime() + retryAfterSeconds * 1_000)
  const code = ourFaults.has(reason) ? 'unavailable' : 'rate_limited'
  const message = `${explainRefusal(reason, offer)} Try again from ${isoTime(until)} on.`
  return { reason, wait: { code, message, retryAfterSeconds } }
}

/** The outcome of a payment that did not pass the check. @throws CairnError when its payer has to wait or is banned */
export function refuseVetted(vetted: Vetted): Purchase {
  if (!('reason' in vetted))
    throw new Error('the payment passed its check, so there is no reason to refuse it')
  const { reason, wait } = vetted
  if (wait) {
    const { code, message, retryAfterSeconds } = wait
    throw new CairnError(code, message, {
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      reason,
    })
  }
  return { outcome: 'refused', reason }
}

/** The refusal when a payment cannot be checked now. */
export function notVerified(cause: unknown): CairnError {
  return new CairnError(
    'unavailable',
    'The payment could not be verified right now. Nothing was charged; repeat the request with the same payment.',
    { retryAfterSeconds: 2, cause },
  )
}

/** Our own requirements on the payment's network. Only the challenge is taken from the payment. */
export function requirementsFor(
  ctx: PaymentContext,
  input: Pick<PurchaseInput, 'payTo' | 'payment' | 'sale'>,
  priceAtomic: bigint,
): PaymentRequirements | undefined {
  const { payTo, payment, sale } = input
  const network = ctx.env.networks.find((candidate) => candidate.id === payment.accepted.network)
  const terms = { flow: sale.flow, payTo, priceAtomic }
  const { challenge } = payment.accepted.extra
  return network && requirementsOf({ ctx, network, terms, challenge })
}

/** True if the payment accepted our requirements. */
export function matches({ accepted }: ExactPayment, ours: PaymentRequirements): boolean {
  return (
    accepted.asset.toLowerCase() === ours.asset.toLowerCase() &&
    accepted.payTo.toLowerCase() === ours.payTo.toLowerCase() &&
    BigInt(accepted.amount) === BigInt(ours.amount)
  )
}
