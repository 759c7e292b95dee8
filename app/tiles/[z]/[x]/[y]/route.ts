import { tilesRoute } from '#lib/http/files/tiles'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = tilesRoute()
