import { route } from '#lib/http/route'
import { findPlaces } from '#lib/operations/find-places'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(findPlaces)
