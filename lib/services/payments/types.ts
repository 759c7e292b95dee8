import type { SettleResponse } from '@x402/core/types'
import type { Hex } from 'viem'
import type { Context } from '#lib/adapters/context'
import { type Facilitator, settlementPending } from '#lib/adapters/facilitator/facilitator'
import { checksumAddress } from '#lib/domain/chain/checksum-address'
import type { ExactPayment, ProofRequest, WalletProof } from '#lib/schemas/x402'

// What a sale needs, and how it ends.

/** The context of every verb, and a facilitator. */
export type PaymentContext = Context & { facilitator: Facilitator }

/** The answer that a payment buys: status, JSON text, and headers in addition to the usual ones. */
export type Answer = { status: number; body: string; headers?: Readonly<Record<string, string>> }

/** The operation whose payments are for bounties. It is stored in the rows of their payments. */
export const bountyOperation = 'createBounty'

/** The bounty that a payment orders. */
export type BountyOrder = {
  title: string
  brief: string
  amountUsdc: number
  deadlineDays: number
  /** Receives the events of the bounty. */
  webhookUrl?: string | undefined
}

/** How an answer is made and sold, in the two x402 flows that we support. */
export type Sale =
  /** Verify → answer → settle → send. Nothing is charged when `produce` throws. */
  | { flow: 'authorization'; produce: () => Promise<Answer> }
  /** Verify → store the order → settle → begin the bounty. `fulfil` answers with that bounty. */
  | { flow: 'upfront'; order: () => BountyOrder; fulfil: (paymentId: number) => Promise<Answer> }

/** The terms of a sale that are the same on all networks. */
export type Terms = { flow: Sale['flow']; payTo: 'revenue' | 'treasury'; priceAtomic: bigint }

export type PurchaseInput = {
  operation: string
  payTo: Terms['payTo']
  /** Called only to check a new payment: one that was accepted before stays accepted when prices change. */
  priceAtomic: () => bigint
  payment: ExactPayment
  /** The payer's own id for the purchase, the same for all payments signed for it (x402 extension `payment-identifier`). */
  identifier?: string | undefined
  requestHash: Uint8Array
  sale: Sale
  /** Absolute URL of the request. */
  url: string
  /** A signature of the paying wallet that it makes this request. Read only for a transfer that the journal does not know. */
  proof?: WalletProof | 'malformed' | undefined
}

export type Purchase =
  /** `takenAt`: when the payment was first claimed; the same each time it is answered. */
  | { outcome: 'answered'; answer: Answer; receipt: SettleResponse; takenAt: Date }
  /** Nothing was charged by this call. `reason` is a code. `receipt`: present when the settlement failed. */
  | {
      outcome: 'refused'
      reason: string
      receipt?: SettleResponse
      /** A message for the wallet to sign; with it, the same payment is answered. */
      proofRequest?: ProofRequest
    }
  /** The money may have moved or may yet; the same payment must be shown again later, never a new one. */
  | { outcome: 'pending'; receipt: SettleResponse }
  /** Not accepted, because an earlier payment for the same request or with the same identifier is still being settled. */
  | { outcome: 'held'; by: 'request' | 'identifier' }

/** The x402 settlement response. Many payments share a transaction; the nonce says which one this is. */
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

/** Tells the payer to repeat the request with the same payment. */
export function pendingPurchase(payment: ExactPayment, transaction: Hex | undefined): Purchase {
  return { outcome: 'pending', receipt: receiptFor(payment, { transaction, errorReason: settlementPending }) }
}
