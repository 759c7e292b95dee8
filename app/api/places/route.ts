import { route } from '#lib/http/route'
import { findPlaces } from '#lib/operations/board'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(findPlaces)
