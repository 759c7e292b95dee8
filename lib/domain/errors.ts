/** The error codes callers may see; the HTTP status of each is fixed by the contract. */
export const errorStatus = {
  invalid_geometry: 400,
  aoi_too_large: 400,
  invalid_request: 400,
  unauthorized: 401,
  payment_required: 402,
  not_found: 404,
  method_not_allowed: 405,
  not_open: 409,
  deadline_passed: 409,
  upload_conflict: 409,
  conflict: 409,
  precondition_failed: 412,
  body_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  settlement_pending: 503,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** Which limit a refusal is for, as `RateLimit-Policy` tells it: `quota` units in `windowSeconds`. */
export type RateLimitPolicy = { policy: string; quota: number; windowSeconds?: number }

/**
 * A refusal that may be shown to the caller as it is: `message` says what happened, whether money moved and
 * what to do. `cause` stays inside.
 */
export class CairnError extends Error {
  override readonly name = 'CairnError'
  readonly code: ErrorCode
  /** The member of the request at fault, as a dotted path (`aoi.coordinates.0`). */
  readonly field: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** For `rate_limited`, where it is not the limit of an address or a key. */
  readonly rateLimit: RateLimitPolicy | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      field?: string
      retryAfterSeconds?: number
      rateLimit?: RateLimitPolicy
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.field = options.field
    this.retryAfterSeconds = options.retryAfterSeconds
    this.rateLimit = options.rateLimit
  }

  get status(): number {
    return errorStatus[this.code]
  }
}
