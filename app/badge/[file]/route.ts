import { badgeRoute } from '#lib/http/badge-route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = badgeRoute()
