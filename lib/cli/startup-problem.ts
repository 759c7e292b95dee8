import { errorText } from '#lib/adapters/chain/error-text'
import { errorCodes } from '#lib/domain/error-codes'

const hints: Record<string, string> = {
  // undefined_table
  '42P01': 'The database has no tables of this version: run `npm run migrate` first.',
  // insufficient_privilege
  '42501': 'The role of DATABASE_URL must own the database and what is in it.',
}

/** Why a command could not do its work, with what to do where the database's error does not say it. */
export function startupProblem(error: unknown): string {
  const hint = hints[errorCodes(error)[0] ?? '']
  return hint === undefined ? errorText(error) : `${hint} (${errorText(error)})`
}
