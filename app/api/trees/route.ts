import { route } from '#lib/http/route'
import { listTrees } from '#lib/operations/list-trees'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listTrees)
