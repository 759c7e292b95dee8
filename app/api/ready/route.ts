import { route } from '#lib/http/route'
import { checkReadiness } from '#lib/operations/service'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(checkReadiness)
