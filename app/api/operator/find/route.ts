import { route } from '#lib/http/route'
import { findAnything } from '#lib/operations/operator/find-anything'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(findAnything)
