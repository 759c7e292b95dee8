import { route } from '#lib/http/route'
import { setNoticeFeed } from '#lib/operations/notices'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(setNoticeFeed)
