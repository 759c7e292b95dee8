import { createHash } from 'node:crypto'
import { corsHeaders } from '#lib/http/api/cors'
import type { Freshness } from '#lib/operations/define-operation'

/** The cache headers of a public answer. If `isKnown` is true, the client already has the answer and gets 304. */
export function cacheHeaders(
  request: Request,
  body: string | Uint8Array,
  { maxAgeSeconds }: Freshness,
): { headers: Record<string, string>; isKnown: boolean } {
  // Weak, because a proxy in front may compress the answer.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const headers = { ETag: etag, 'Cache-Control': `public, max-age=${maxAgeSeconds}` }
  return { headers, isKnown: isKnown(request, etag) }
}

/** Answers a GET or HEAD from any origin with a cacheable body, or with 304 if the client already has it. */
export function respondCacheable(
  request: Request,
  body: string | Uint8Array<ArrayBuffer>,
  options: Freshness & { type: string; requestId: string; headers?: Record<string, string> | undefined },
): Response {
  const cached = cacheHeaders(request, body, options)
  const headers = {
    ...corsHeaders,
    ...cached.headers,
    ...options.headers,
    'Content-Type': options.type,
    'X-Request-Id': options.requestId,
  }
  if (cached.isKnown) return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : body, { status: 200, headers })
}

function isKnown(request: Request, etag: string): boolean {
  const strong = (value: string) => value.trim().replace(/^W\//, '')
  const known = (request.headers.get('if-none-match') ?? '').split(',').map(strong)
  return known.includes('*') || known.includes(strong(etag))
}
