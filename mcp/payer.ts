import type { PaymentRequired, PaymentRequirements } from '@x402/core/types'
import { z } from 'zod'
import { formatUsdc } from '../lib/domain/money/money.ts'
import type { Budget, Spend } from './budget.ts'
import type { Answer, ServiceRequest } from './call-service.ts'
import { callService, callUntilAnswered, messageOf } from './call-service.ts'
import { chooseOffer } from './choose-offer.ts'
import type { Journal, PaymentEvent } from './journal.ts'
import { assertUnderstood, type PaysDespite } from './pays-despite.ts'
import { Refusal } from './refusal.ts'
import type { Settings } from './settings.ts'
import { type Payment, type Signer, signOffer } from './wallet.ts'

/** Everything that is needed to pay within the caps and lists of the owner. */
export type Payer = {
  settings: Settings
  signer: Signer
  budget: Budget
  journal: Journal
  now: () => Date
  /** How long a payment is sent again within one call. Shorter than the timeout of clients. */
  patienceMs: () => number
}

/** `buys`: what the service understood the request to ask for. */
export type Quote = { required: PaymentRequired; offer: PaymentRequirements; spend: Spend; buys?: string }
export type Signed = Payment & Omit<Quote, 'required'>

/** The part of a result that describes its payment. */
export const paidReport = z.object({
  payment: z.object({
    amount_usdc: z.string(),
    buys: z.string().optional(),
    transaction: z.string(),
    network: z.string(),
    payer: z.string(),
    payee: z.string(),
  }),
  budgets_left: z.object({ session_usdc: z.string(), day_usdc: z.string() }),
})
export type PaidReport = z.output<typeof paidReport>

/**
 * Asks for the price, and checks it against the allowed networks, tokens, payees and spending caps. Signs nothing.
 *
 * @param asked.despite what is paid for although it is empty or was understood otherwise than it was meant
 * @returns the answer itself if there is nothing to pay: the call is free, or what it would buy is empty
 * @throws Refusal
 */
export async function quote(
  payer: Payer,
  asked: {
    request: ServiceRequest
    kind: Spend['kind']
    tool: string
    network?: string
    despite: PaysDespite
  },
): Promise<Quote | Answer> {
  const { request, kind, tool, network, despite } = asked
  const answer = await callService(payer.settings.url, request)
  if (answer.outcome === 'done') return answer
  if (!answer.required) throw new Refusal(`${messageOf(answer)} No signature was made.`)
  assertUnderstood(answer, despite)
  if (answer.wouldBeEmpty && !despite.empty) return answer
  const offer = chooseOffer(answer.required, payer.settings, network)
  const spend = { kind, tool, priceAtomic: BigInt(offer.amount) }
  await payer.budget.check(spend)
  return { required: answer.required, offer, spend, ...(answer.buys ? { buys: answer.buys } : {}) }
}

/**
 * Takes the price from the budgets, and only then signs.
 *
 * @param signal aborted when the caller has given up and may not receive a later answer
 * @throws Refusal
 */
export async function sign(
  payer: Payer,
  { required, ...quoted }: Quote,
  signal: AbortSignal,
): Promise<Signed> {
  if (signal.aborted) throw new Refusal('The call was cancelled: no signature was made.')
  await payer.budget.reserve(quoted.spend)
  const payment = await signOffer(payer.signer, required, quoted.offer)
  const signed = { ...payment, ...quoted }
  await payer.journal(eventOf('signed', signed))
  if (signal.aborted) throw new Refusal('The call was cancelled: the payment was signed, and not sent.')
  return signed
}

/** Sends a signed payment until there is an answer, and records the outcome. */
export async function pay(payer: Payer, request: ServiceRequest, signed: Signed): Promise<Answer> {
  const { settings, patienceMs } = payer
  const answer = await callUntilAnswered(settings.url, request, { payment: signed.header }, patienceMs())
  const event = ({ done: 'paid', refused: 'refused', unknown: 'unanswered' } as const)[answer.outcome]
  const tx = answer.receipt?.transaction || undefined
  await payer.journal({
    ...eventOf(event, signed),
    ...(tx === undefined ? {} : { tx }),
    ...receiptOf(answer),
  })
  return answer
}

export async function reportOf(
  payer: Payer,
  paid: { amountAtomic: bigint; buys?: string | undefined; network: string; payee: string },
  answer: Answer,
): Promise<PaidReport> {
  return {
    payment: {
      amount_usdc: formatUsdc(paid.amountAtomic),
      ...(paid.buys === undefined ? {} : { buys: paid.buys }),
      transaction: answer.receipt?.transaction ?? '',
      network: paid.network,
      payer: payer.signer.address,
      payee: paid.payee,
    },
    budgets_left: await payer.budget.left(),
  }
}

const signedReceipt = z.object({
  'offer-receipt': z.object({ info: z.object({ receipt: z.object({ signature: z.string() }) }) }),
})

/** The service's signed receipt of the settlement, if it sent one. For the owner, not for the model. */
function receiptOf({ receipt }: Answer): { receipt?: string } {
  const signed = signedReceipt.safeParse(receipt?.extensions)
  return signed.success ? { receipt: signed.data['offer-receipt'].info.receipt.signature } : {}
}

function eventOf(event: PaymentEvent['event'], { offer, spend, nonce }: Signed): PaymentEvent {
  const { network, payTo: payee } = offer
  return { event, tool: spend.tool, amountAtomic: spend.priceAtomic, network, payee, nonce }
}
