import type {
  PaymentPayload,
  PaymentRequirements,
  SettleResponse,
  SupportedResponse,
  VerifyResponse,
} from '@x402/core/types'

/**
 * @property retryAfterSeconds the payment is valid but refused now; it may be retried after this many seconds
 */
export type Verified = VerifyResponse & { retryAfterSeconds?: number }

/** Verifies and settles payments, in the shapes of the x402 specification. */
export type Facilitator = {
  /** Checks that a payment would settle now. Throws when the result is unknown. */
  verify: (payload: PaymentPayload, requirements: PaymentRequirements) => Promise<Verified>
  /**
   * Transfers the amount. Idempotent: each authorization is settled once. Does not throw: an unknown outcome
   * is `success: false` with `errorReason: settlementPending` and the transaction hash, if known.
   */
  settle: (payload: PaymentPayload, requirements: PaymentRequirements) => Promise<SettleResponse>
  supported: () => Promise<SupportedResponse>
  /**
   * True for the built-in facilitator: `settle` commits durably to our database before it sends the
   * transaction. Earlier asynchronous commits are then on disk before money can move, and its `success: true`
   * is proof of payment.
   */
  commitsBeforeSending: boolean
}

/** The only error reason of `settle` that means the outcome is unknown. */
export const settlementPending = 'settlement_pending'
