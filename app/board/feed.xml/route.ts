import { boardFeedRoute } from '#lib/http/board-feed'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = boardFeedRoute()
