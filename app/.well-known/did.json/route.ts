import { documentRoute } from '#lib/http/document-route'
import { didDocument } from '#lib/http/trust-documents'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = documentRoute(didDocument)
