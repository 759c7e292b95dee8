import { route } from '#lib/http/route'
import { listTrees } from '#lib/operations/proofs'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listTrees)
