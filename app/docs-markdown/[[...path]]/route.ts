import { markdownDocument } from '#lib/http/docs/documents'
import { documentRoute } from '#lib/http/documents/document-route'

export const dynamic = 'force-dynamic'

type Twin = { params: Promise<{ path?: string[] }> }
type Method = keyof ReturnType<typeof documentRoute>

/** Serves `/docs/….md`, and `/docs/…` if the `Accept` header asks for Markdown. */
function serve(method: Method) {
  return async (request: Request, { params }: Twin): Promise<Response> => {
    const { path = [] } = await params
    return documentRoute(markdownDocument(['/docs', ...path].join('/')))[method](request)
  }
}

export const GET = serve('GET')
export const HEAD = serve('HEAD')
export const POST = serve('POST')
export const PUT = serve('PUT')
export const PATCH = serve('PATCH')
export const DELETE = serve('DELETE')
export const OPTIONS = serve('OPTIONS')
