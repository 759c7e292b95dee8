import { routes } from '#lib/http/route'
import { getWebhook } from '#lib/operations/get-webhook'
import { setWebhook } from '#lib/operations/set-webhook'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes([getWebhook, setWebhook])
