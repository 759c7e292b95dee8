import { routes } from '#lib/http/route'
import { findMatches, findMatchesByAddress } from '#lib/operations/likeness'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes([findMatchesByAddress, findMatches])
