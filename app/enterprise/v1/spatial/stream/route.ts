import { streamRoute } from '#lib/http/stream-route'
import { streamObservations } from '#lib/operations/stream-observations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = streamRoute(streamObservations)
