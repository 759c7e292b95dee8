import { route } from '#lib/http/route'
import { getEarnings } from '#lib/operations/submissions'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getEarnings)
