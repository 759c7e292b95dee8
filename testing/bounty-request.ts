import { jsonPost } from '#testing/paid-service'

export const bountyPath = '/api/v1/bounties'

export const wantedBounty = {
  title: 'The fountain on the square, at noon',
  brief: 'Walk once around the fountain, slowly, with its rim in the picture all the time.',
  amount_usdc: 50,
  deadline_days: 7,
}

/** The request that posts a bounty, with some members changed; `undefined` leaves one out. */
export function postBounty(changes: Record<string, unknown> = {}): RequestInit {
  return jsonPost({ ...wantedBounty, ...changes })
}

/** The same request with a bearer token. */
export function withToken(token: string, init: RequestInit = {}): RequestInit {
  return {
    ...init,
    headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${token}` },
  }
}
