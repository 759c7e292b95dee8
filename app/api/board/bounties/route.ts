import { route } from '#lib/http/route'
import { listBoard } from '#lib/operations/list-board'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listBoard)
