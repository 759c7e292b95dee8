import { route } from '#lib/http/route'
import { getTree } from '#lib/operations/get-tree'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getTree)
