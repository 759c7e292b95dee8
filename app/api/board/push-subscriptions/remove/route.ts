import { route } from '#lib/http/route'
import { unsubscribePush } from '#lib/operations/notices'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(unsubscribePush)
