import { siteMap } from '#lib/http/documents/crawl-documents'
import { documentRoute } from '#lib/http/documents/document-route'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = documentRoute(siteMap)
