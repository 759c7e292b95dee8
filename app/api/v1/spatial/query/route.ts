import { route } from '#lib/http/route'
import { queryObservations } from '#lib/operations/observations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(queryObservations)
