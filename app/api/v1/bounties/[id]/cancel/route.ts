import { route } from '#lib/http/route'
import { cancelBounty } from '#lib/operations/bounties'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(cancelBounty)
