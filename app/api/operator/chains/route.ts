import { route } from '#lib/http/route'
import { getChains } from '#lib/operations/operator/get-chains'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getChains)
