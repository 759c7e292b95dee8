import { isFrozenError } from '#lib/adapters/frozen-error'
import { errorCodes } from '#lib/domain/error-codes'
import { statusOf } from '#lib/domain/error-table'
import { CairnError } from '#lib/domain/errors'
import { frozenRetrySeconds, frozenText } from '#lib/domain/frozen'

/** The codes of Node, postgres.js and PostgreSQL for a database that cannot be reached, is full, overloaded or shutting down. */
const outage = new RegExp(
  `^(${[
    'CONNECT_TIMEOUT|CONNECTION_(CLOSED|ENDED|DESTROYED)',
    'ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN',
    '53\\d{3}|57P0\\d|57014|08\\d{3}|25P0\\d|40001|40P01|55P03',
  ].join('|')})$`,
)

/**
 * Turns any thrown error into the refusal that the caller sees. For a paid operation it adds "Nothing was charged": only 2xx answers
 * are charged, and most messages do not say so themselves.
 *
 * @param options.asksForMoney true if the client may have sent a payment: the operation is paid, or the path unknown
 */
export function refusalOf(error: unknown, options: { asksForMoney: boolean }): CairnError {
  if (error instanceof CairnError) return options.asksForMoney ? withMoney(error) : error
  if (isFrozenError(error))
    return new CairnError('unavailable', frozenText, { retryAfterSeconds: frozenRetrySeconds, cause: error })
  if (outageCode(error))
    return new CairnError('unavailable', 'The service is temporarily unavailable. Repeat the same request.', {
      retryAfterSeconds: 5,
      cause: error,
    })
  return new CairnError(
    'internal',
    'Something went wrong on our side. Repeat the same request; a payment you sent with it is charged at most once. If it persists, report the request id.',
    { cause: error },
  )
}

function withMoney(refusal: CairnError): CairnError {
  const { code, message, field, retryAfterSeconds, rateLimit, reason, cause } = refusal
  if (statusOf(refusal) >= 500 || message.includes('charged')) return refusal
  const sentence = message.endsWith('.') ? message : `${message}.`
  return new CairnError(code, `${sentence} Nothing was charged.`, {
    field,
    retryAfterSeconds,
    rateLimit,
    reason,
    cause,
  })
}

function outageCode(error: unknown): boolean {
  return errorCodes(error).some((code) => outage.test(code))
}
