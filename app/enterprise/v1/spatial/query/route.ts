import { route } from '#lib/http/route'
import { queryGroundTruth } from '#lib/operations/query-ground-truth'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(queryGroundTruth)
