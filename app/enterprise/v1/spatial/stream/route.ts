import { streamRoute } from '#lib/http/api/stream-route'
import { streamObservations } from '#lib/operations/enterprise'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = streamRoute(streamObservations)
