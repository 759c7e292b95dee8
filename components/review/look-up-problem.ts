import { ApiRefusal } from '#lib/client/call-api'

/** Why a bounty could not be loaded. Replaces the API's message about a wrong key, which mentions headers. */
export function lookUpProblem(error: Error): string {
  if (!(error instanceof ApiRefusal && error.status === 401)) return error.message
  return 'This key does not open this bounty. Paste all of the key that came when the bounty was posted, or open the key file you saved then. If you got a new key since, only that one works.'
}
