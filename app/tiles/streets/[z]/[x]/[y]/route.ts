import { streetTilesRoute } from '#lib/http/files/streets'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = streetTilesRoute()
