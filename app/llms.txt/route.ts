import { documentRoute } from '#lib/http/documents/document-route'
import { llmsText } from '#lib/http/documents/documents'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = documentRoute(llmsText)
