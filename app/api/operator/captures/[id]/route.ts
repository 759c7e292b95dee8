import { route } from '#lib/http/route'
import { getCapture } from '#lib/operations/operator/captures'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getCapture)
