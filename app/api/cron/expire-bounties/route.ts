import { scheduledRoute } from '#lib/http/api/scheduled-route'
import { expireBounties } from '#lib/operations/bounties'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = scheduledRoute(expireBounties)
