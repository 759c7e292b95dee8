import { boardFeedRoute } from '#lib/http/documents/board-feed'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = boardFeedRoute()
