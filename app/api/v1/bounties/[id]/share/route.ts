import { route } from '#lib/http/route'
import { shareModel } from '#lib/operations/bounty-models'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(shareModel)
