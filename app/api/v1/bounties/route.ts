import { route } from '#lib/http/route'
import { createBounty } from '#lib/operations/create-bounty'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(createBounty)
