import { route } from '#lib/http/route'
import { getOperatorBounty } from '#lib/operations/operator/bounties'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getOperatorBounty)
