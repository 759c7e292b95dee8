import { standaloneRoute } from '#lib/http/route'
import { checkHealth } from '#lib/operations/check-health'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = standaloneRoute(checkHealth)
