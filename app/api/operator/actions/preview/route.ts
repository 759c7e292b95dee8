import { route } from '#lib/http/route'
import { previewAction } from '#lib/operations/operator/actions'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(previewAction)
