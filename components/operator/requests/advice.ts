import { type ErrorCode, errorTable } from '#lib/domain/error-table'
import { isFrozenAnswer } from '#lib/domain/frozen'
import type { OperatorRequest } from '#lib/schemas/operator-request'

/** What to do, in a sentence or two. */
export function adviceOf(request: OperatorRequest): string {
  const { code, status, is_quote } = request
  if (isFrozenAnswer(request))
    return 'Nothing for this request: a freeze refuses all that moves money, nothing was charged, and the caller was told when to try again. Overview says what still hinders the service from going on.'
  if (is_quote === true) return 'Nothing. Clients ask for the price before they pay, and nothing was charged.'
  if (is_quote === false) return 'The message says why the payment was refused. This answer charged nothing.'
  if (code !== null && code in errorTable) return errorTable[code as ErrorCode].operator
  return status < 400
    ? 'It went well. Nothing to do.'
    : 'The answer says itself what was wrong. Nothing to do here.'
}
