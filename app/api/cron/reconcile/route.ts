import { scheduledRoute } from '#lib/http/scheduled-route'
import { reconcile } from '#lib/operations/reconcile'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = scheduledRoute(reconcile)
