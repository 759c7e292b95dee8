import { route } from '#lib/http/route'
import { getObservation } from '#lib/operations/observations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getObservation)
