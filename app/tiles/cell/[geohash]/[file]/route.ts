import { cellMapRoute } from '#lib/http/files/cell-map'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = cellMapRoute()
