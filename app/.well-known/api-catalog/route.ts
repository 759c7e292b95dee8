import { documentRoute } from '#lib/http/documents/document-route'
import { apiCatalog } from '#lib/http/documents/documents'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = documentRoute(apiCatalog)
