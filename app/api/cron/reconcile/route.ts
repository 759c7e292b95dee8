import { scheduledRoute } from '#lib/http/api/scheduled-route'
import { reconcile } from '#lib/operations/ledger'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = scheduledRoute(reconcile)
