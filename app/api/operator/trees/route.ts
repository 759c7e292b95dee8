import { route } from '#lib/http/route'
import { listOperatorTrees } from '#lib/operations/operator/captures'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listOperatorTrees)
