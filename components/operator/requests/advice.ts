import { type ErrorCode, errorTable } from '#lib/domain/error-table'
import type { OperatorRequest } from '#lib/schemas/operator-request'

/** What to do, in a sentence or two. */
export function adviceOf({ code, status }: OperatorRequest): string {
  if (code !== null && code in errorTable) return errorTable[code as ErrorCode].operator
  return status < 400
    ? 'It went well. Nothing to do.'
    : 'The answer says itself what was wrong. Nothing to do here.'
}
