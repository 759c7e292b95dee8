import { route } from '#lib/http/route'
import { queryGroundTruth } from '#lib/operations/enterprise'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(queryGroundTruth)
