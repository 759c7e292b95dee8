import { cardRoute } from '#lib/http/documents/card-route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = cardRoute()
