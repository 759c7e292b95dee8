import { route } from '#lib/http/route'
import { getReview } from '#lib/operations/get-review'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getReview)
