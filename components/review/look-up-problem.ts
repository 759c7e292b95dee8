import { ApiRefusal } from '#lib/client/call-api'

/** Why a bounty could not be loaded. Replaces the API's message about a wrong token, which mentions headers. */
export function lookUpProblem(error: Error): string {
  if (!(error instanceof ApiRefusal && error.status === 401)) return error.message
  return 'This token does not open this bounty. It is the one that came when the bounty was posted, all of it; or open the key file you saved then.'
}
