import { standaloneRoute } from '#lib/http/route'
import { checkHealth } from '#lib/operations/service'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = standaloneRoute(checkHealth)
