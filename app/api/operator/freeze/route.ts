import { route } from '#lib/http/route'
import { getFreeze } from '#lib/operations/operator/overview'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getFreeze)
