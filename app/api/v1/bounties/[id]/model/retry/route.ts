import { route } from '#lib/http/route'
import { retryModel } from '#lib/operations/bounties'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(retryModel)
