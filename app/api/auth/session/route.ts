import { route } from '#lib/http/route'
import { getSession } from '#lib/operations/get-session'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getSession)
