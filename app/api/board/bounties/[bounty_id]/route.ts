import { route } from '#lib/http/route'
import { getBoardBounty } from '#lib/operations/board'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getBoardBounty)
