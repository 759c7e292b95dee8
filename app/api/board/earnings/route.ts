import { route } from '#lib/http/route'
import { getEarnings } from '#lib/operations/get-earnings'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getEarnings)
