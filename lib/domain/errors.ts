import type { ErrorCode } from '#lib/domain/error-table'

// Refusals whose text callers may see.

export type { ErrorCode }

/** The limit that a refusal names in `RateLimit-Policy`: `quota` units in `windowSeconds`. */
export type RateLimitPolicy = { policy: string; quota: number; windowSeconds?: number }

/**
 * A refusal whose `message` may be shown to the caller unchanged: it says what happened, whether money moved and
 * what to do. `cause` is only logged.
 */
export class CairnError extends Error {
  override readonly name = 'CairnError'
  readonly code: ErrorCode
  /** The member of the request at fault, as a dotted path (`aoi.coordinates.0`). */
  readonly field: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** For `rate_limited`, unless the limit is that of an address or a key. */
  readonly rateLimit: RateLimitPolicy | undefined
  /** For a payment that was not taken: why, as an x402 error reason. */
  readonly reason: string | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      field?: string
      retryAfterSeconds?: number
      rateLimit?: RateLimitPolicy
      reason?: string
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.field = options.field
    this.retryAfterSeconds = options.retryAfterSeconds
    this.rateLimit = options.rateLimit
    this.reason = options.reason
  }
}

/** Begins a sentence whose subject is the member: "must be a number", "is required". */
const isPredicate = /^(must|is|are|has|have|was|covers|belongs|goes|cannot|could|may)\b/

/** The error text of a request member, beginning with its name: "radius_m must be a number", "reason: say why". */
export function fieldSentence(field: string, text: string): string {
  return isPredicate.test(text) ? `${field} ${text}` : `${field}: ${text}`
}

/** The rule of a number that was sent as a text: "is a text and must be a number, without quotes". */
export function textAsNumber(rule: string): string {
  return `is a text and ${rule}, without quotes`
}

/** The text of `fieldSentence` without the name: people see a form instead of a request. */
export function withoutField(message: string, field: string | undefined): string {
  const rest = field !== undefined && message.startsWith(field) ? message.slice(field.length) : ''
  return /^:? /.test(rest) ? rest.replace(/^:? /, '') : message
}

/** A refusal of one member of a request. */
export function fieldError(
  field: string,
  text: string,
  { code = 'invalid_request', cause }: { code?: ErrorCode; cause?: unknown } = {},
): CairnError {
  return new CairnError(code, fieldSentence(field, text), { field, cause })
}
