import { badgeRoute } from '#lib/http/documents/badge-route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = badgeRoute()
