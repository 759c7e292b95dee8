import { route } from '#lib/http/route'
import { getPulse } from '#lib/operations/operator/overview'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getPulse)
