import { route } from '#lib/http/route'
import { getTree } from '#lib/operations/proofs'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getTree)
