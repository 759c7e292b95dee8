import { documentRoute } from '#lib/http/documents/document-route'
import { securityText } from '#lib/http/documents/trust-documents'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = documentRoute(securityText)
