import { routes } from '#lib/http/route'
import { getNoticeWebhook, setNoticeWebhook } from '#lib/operations/notices'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes([getNoticeWebhook, setNoticeWebhook])
