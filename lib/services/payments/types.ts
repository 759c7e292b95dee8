import type { SettleResponse } from '@x402/core/types'
import type { Hex } from 'viem'
import type { Context } from '#lib/adapters/context'
import { type Facilitator, settlementPending } from '#lib/adapters/facilitator/facilitator'
import { checksumAddress } from '#lib/domain/checksum-address'
import type { ExactPayment, ProofRequest, WalletProof } from '#lib/schemas/x402'

/** What selling needs beyond the context of every verb. */
export type PaymentContext = Context & { facilitator: Facilitator }

/** What a payment buys: a status, a JSON text and headers beside the usual ones, sent as they are to whoever paid. */
export type Answer = { status: number; body: string; headers?: Readonly<Record<string, string>> }

/** An authorization can be used once on its token, so these four name a payment. */
export type PaymentKey = { network: string; asset: string; payer: string; nonce: string }

/** The key in its one form: addresses and nonce in lower case. */
export function keyOf({ accepted, payload }: ExactPayment): PaymentKey {
  return {
    network: accepted.network,
    asset: accepted.asset.toLowerCase(),
    payer: payload.authorization.from.toLowerCase(),
    nonce: payload.authorization.nonce.toLowerCase(),
  }
}

/** Whether two keys, in their one form, name the same payment. */
export function sameKey(a: PaymentKey, b: PaymentKey): boolean {
  return a.nonce === b.nonce && a.payer === b.payer && a.network === b.network && a.asset === b.asset
}

/** The operation whose payments are for bounties: their rows carry its name. */
export const bountyOperation = 'createBounty'

/** What a payment for a bounty is for. */
export type BountyOrder = {
  title: string
  brief: string
  amountUsdc: number
  deadlineDays: number
  /** Where its payer wants to be told of what happens to it. */
  webhookUrl?: string | undefined
}

/** What is sold, in the two x402 flows we know. */
export type Sale =
  /** Verify → answer → settle → send. What `produce` throws is not charged. */
  | { flow: 'authorization'; produce: () => Promise<Answer> }
  /** Verify → keep the order → settle → carry it out. `fulfil` answers from what the order became. */
  | { flow: 'upfront'; order: () => BountyOrder; fulfil: (paymentId: number) => Promise<Answer> }

/** What an offer says of a sale, beside what depends on the network. */
export type Terms = { flow: Sale['flow']; payTo: 'revenue' | 'treasury'; priceAtomic: bigint }

export type PurchaseInput = {
  operation: string
  payTo: Terms['payTo']
  /** Asked for only when a payment has to be judged: what was taken before stands, whatever was changed since. */
  priceAtomic: () => bigint
  payment: ExactPayment
  /** What its payer calls it, the same however often it is signed (x402 extension `payment-identifier`). */
  identifier?: string | undefined
  requestHash: Uint8Array
  sale: Sale
  /** Absolute, of what is bought. */
  url: string
  /** That the wallet of the payment asks. Read only where the payment itself does not show it. */
  proof?: WalletProof | 'malformed' | undefined
}

export type Purchase =
  /** `takenAt`: when the payment was first taken, the same however often it is answered. */
  | { outcome: 'answered'; answer: Answer; receipt: SettleResponse; takenAt: Date }
  /** Nothing was charged by this call; `reason` is machine-readable. `receipt` when it was the settlement that failed. */
  | {
      outcome: 'refused'
      reason: string
      receipt?: SettleResponse
      /** With it signed by the wallet, the same payment is answered. */
      proofRequest?: ProofRequest
    }
  /** The money may have moved or may yet; the same payment must be shown again later, never a new one. */
  | { outcome: 'pending'; receipt: SettleResponse }
  /** An earlier payment for the same request, or of the same name, is not resolved yet, and this one was not taken. */
  | { outcome: 'held'; by: 'request' | 'identifier' }

/** The settlement as the payer is told of it. Transactions are shared by many payments; the nonce names this one. */
export function receiptFor(
  { accepted, payload }: ExactPayment,
  settled: { transaction: Hex | undefined; errorReason?: string },
): SettleResponse {
  return {
    success: settled.errorReason === undefined,
    ...(settled.errorReason === undefined ? {} : { errorReason: settled.errorReason }),
    transaction: settled.transaction ?? '',
    network: accepted.network as `eip155:${number}`,
    payer: checksumAddress(payload.authorization.from),
    amount: accepted.amount,
    extra: { nonce: payload.authorization.nonce },
  }
}

/** The answer to who must come back with the same payment. */
export function pendingPurchase(payment: ExactPayment, transaction: Hex | undefined): Purchase {
  return { outcome: 'pending', receipt: receiptFor(payment, { transaction, errorReason: settlementPending }) }
}
