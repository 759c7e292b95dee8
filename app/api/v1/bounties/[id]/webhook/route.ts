import { routes } from '#lib/http/route'
import { getWebhook, setWebhook } from '#lib/operations/bounties'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes([getWebhook, setWebhook])
