import { scheduledRoute } from '#lib/http/scheduled-route'
import { expireBounties } from '#lib/operations/expire-bounties'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = scheduledRoute(expireBounties)
