import { noticeFeedRoute } from '#lib/http/documents/notice-feed'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = noticeFeedRoute()
