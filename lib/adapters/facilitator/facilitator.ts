import type {
  PaymentPayload,
  PaymentRequirements,
  SettleResponse,
  SupportedResponse,
  VerifyResponse,
} from '@x402/core/types'

/** @property retryAfterSeconds the payment itself is good, and is not taken for so long */
export type Verified = VerifyResponse & { retryAfterSeconds?: number }

/** Verifies and settles payments, in the shapes of the x402 specification. */
export type Facilitator = {
  /** Whether a payment would settle now. Throws when it cannot be told. */
  verify: (payload: PaymentPayload, requirements: PaymentRequirements) => Promise<Verified>
  /**
   * Moves the money, once for each authorization however often it is asked. Never throws: an outcome that is not known is
   * `success: false` with `errorReason: settlementPending` (and the transaction, when there is one).
   */
  settle: (payload: PaymentPayload, requirements: PaymentRequirements) => Promise<SettleResponse>
  supported: () => Promise<SupportedResponse>
  /**
   * Whether `settle` commits to our database before it sends anything. If so, what was written before it with an
   * asynchronous commit is durable too by the time money can move.
   */
  commitsBeforeSending: boolean
}

/** The one error reason that is not a "no". */
export const settlementPending = 'settlement_pending'
