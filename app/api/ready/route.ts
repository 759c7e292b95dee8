import { route } from '#lib/http/route'
import { checkReadiness } from '#lib/operations/check-readiness'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(checkReadiness)
