import { ApiRefusal } from '#lib/client/api-refusal'

/** True if the key does not open the bounty: it was replaced by a new one, or is the key of something else. */
export function isWrongKey(error: Error | null): boolean {
  return error instanceof ApiRefusal && error.status === 401
}

/** Why a bounty could not be loaded. Replaces the API's message about a wrong key, which mentions headers. */
export function lookUpProblem(error: Error): string {
  if (!isWrongKey(error)) return error.message
  return 'This key does not open this bounty. Check that it is complete, or open the key file. If the key was replaced, only the newest one works; the wallet that paid can get a new one.'
}
