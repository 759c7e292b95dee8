import { route } from '#lib/http/route'
import { listBoard } from '#lib/operations/board'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listBoard)
