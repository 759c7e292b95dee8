import { route } from '#lib/http/route'
import { getChains } from '#lib/operations/operator/chains'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getChains)
