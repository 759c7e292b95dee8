import { route } from '#lib/http/route'
import { listNotices } from '#lib/operations/notices'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listNotices)
