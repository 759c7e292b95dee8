import { route } from '#lib/http/route'
import { listKeys } from '#lib/operations/operator/limits'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listKeys)
