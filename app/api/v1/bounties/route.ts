import { route } from '#lib/http/route'
import { createBounty } from '#lib/operations/bounties'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(createBounty)
