import { route } from '#lib/http/route'
import { getBounty } from '#lib/operations/get-bounty'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getBounty)
