import { createHash } from 'node:crypto'
import { corsHeaders } from '#lib/http/cors'
import type { Freshness } from '#lib/operations/define-operation'

/** The headers of an answer that anyone may keep for a while, and whether whoever asks has it already: 304 then. */
export function keep(
  request: Request,
  body: string | Uint8Array,
  { maxAgeSeconds }: Freshness,
): { headers: Record<string, string>; isKnown: boolean } {
  // Weak: a proxy in front may compress the same answer or not.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const headers = { ETag: etag, 'Cache-Control': `public, max-age=${maxAgeSeconds}` }
  return { headers, isKnown: isKnown(request, etag) }
}

/** Answers a GET or HEAD from any origin with what may be kept, or says that whoever asks has it already. */
export function respondKept(
  request: Request,
  body: string | Uint8Array<ArrayBuffer>,
  options: Freshness & { type: string; requestId: string; headers?: Record<string, string> | undefined },
): Response {
  const kept = keep(request, body, options)
  const headers = {
    ...corsHeaders,
    ...kept.headers,
    ...options.headers,
    'Content-Type': options.type,
    'X-Request-Id': options.requestId,
  }
  if (kept.isKnown) return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : body, { status: 200, headers })
}

function isKnown(request: Request, etag: string): boolean {
  const strong = (value: string) => value.trim().replace(/^W\//, '')
  const known = (request.headers.get('if-none-match') ?? '').split(',').map(strong)
  return known.includes('*') || known.includes(strong(etag))
}
