import { route } from '#lib/http/route'
import { advanceClock } from '#lib/operations/sandbox'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(advanceClock)
