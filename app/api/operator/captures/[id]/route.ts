import { route } from '#lib/http/route'
import { getCapture } from '#lib/operations/operator/get-capture'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getCapture)
