import { errorCodes } from '#lib/domain/error-codes'
import { frozenSqlState } from '#lib/domain/frozen'

/** True if the database refused a statement because the service is frozen. */
export function isFrozenError(error: unknown): boolean {
  return errorCodes(error).includes(frozenSqlState)
}
