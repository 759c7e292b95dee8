import { CairnError } from '#lib/domain/errors'

/** What postgres.js and PostgreSQL say when the database cannot be reached, is full or is going down. */
const outage =
  /^(CONNECT_TIMEOUT|CONNECTION_(CLOSED|ENDED|DESTROYED)|ECONNREFUSED|ECONNRESET|53\d{3}|57P0\d|08\d{3})$/

/** The refusal a caller may see for anything that was thrown. */
export function refusalOf(error: unknown): CairnError {
  if (error instanceof CairnError) return error
  if (outageCode(error))
    return new CairnError('unavailable', 'The service cannot answer just now. Repeat the request as it is.', {
      retryAfterSeconds: 5,
      cause: error,
    })
  return new CairnError(
    'internal',
    'Something went wrong on our side. Repeat the request as it is; a payment you sent with it is charged at most once. If it persists, report the request id.',
    { cause: error },
  )
}

function outageCode(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && typeof cause.code === 'string' && outage.test(cause.code)) return true
  return false
}
