import { routes } from '#lib/http/route'
import { getTokenChallenge, recoverToken } from '#lib/operations/bounty-tokens'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes([getTokenChallenge, recoverToken])
