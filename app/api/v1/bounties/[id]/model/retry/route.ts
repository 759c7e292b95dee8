import { route } from '#lib/http/route'
import { retryModel } from '#lib/operations/bounty-models'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(retryModel)
