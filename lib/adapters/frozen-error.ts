import { frozenSqlState } from '#lib/domain/frozen'

/** True if the database refused a statement because the service is frozen. */
export function isFrozenError(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && cause.code === frozenSqlState) return true
  return false
}
