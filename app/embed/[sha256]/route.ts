import { embedPage } from '#lib/http/documents/embed-page'

export const dynamic = 'force-dynamic'

export const GET = (request: Request) => embedPage(request)
