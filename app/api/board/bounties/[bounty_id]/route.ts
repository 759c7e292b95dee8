import { route } from '#lib/http/route'
import { getBoardBounty } from '#lib/operations/get-board-bounty'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getBoardBounty)
