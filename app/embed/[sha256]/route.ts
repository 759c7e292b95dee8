import { embedPage } from '#lib/http/embed-page'

export const dynamic = 'force-dynamic'

export const GET = (request: Request) => embedPage(request)
