import { createHash } from 'node:crypto'
import type { Env } from '#lib/adapters/env'
import type { Freshness } from '#lib/domain/freshness'
import { corsHeaders } from '#lib/http/api/cors'

// Answers that clients and shared caches may store.

/**
 * For the cache that is told of withdrawals alone (RFC 9213, and Fastly's older name), since other caches on the way would honour
 * `s-maxage`. An hour is a limit for the harm of a lost purge. A purge deletes the stored answer, so that it is never sent as a stale one.
 */
const forPurgedCache = 'max-age=3600, stale-while-revalidate=60'

/**
 * The cache headers of a public answer, the same for each client. If `isKnown` is true, the client already has the answer and gets 304.
 */
export function cacheHeaders(
  request: Request,
  body: string | Uint8Array,
  freshness: Freshness,
  { cdn }: Pick<Env, 'cdn'>,
): { headers: Record<string, string>; isKnown: boolean } {
  const { maxAgeSeconds, purgedBy, staleSeconds } = freshness
  const stale = staleSeconds ? `, stale-while-revalidate=${staleSeconds}` : ''
  // Strong: a proxy that compresses the answer has to weaken it (RFC 9110, section 8.8.1).
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const headers = {
    ETag: etag,
    'Cache-Control': `public, max-age=${maxAgeSeconds}${stale}`,
    ...(purgedBy && cdn
      ? {
          'CDN-Cache-Control': forPurgedCache,
          'Surrogate-Control': forPurgedCache,
          // By the names of Fastly and Varnish, and of Cloudflare.
          'Surrogate-Key': purgedBy,
          'Cache-Tag': purgedBy,
        }
      : {}),
  }
  return { headers, isKnown: isKnown(request, etag) }
}

/** True if a cache may send the answer to other clients. It must then have no header about the client or request. */
export function isShared({ headers }: Pick<Response, 'headers'>): boolean {
  return /\bpublic\b/.test(headers.get('cache-control') ?? '')
}

/**
 * Answers a GET or HEAD from any origin with a cacheable body, or with 304 if the client already has it.
 *
 * @param options.freshness `undefined`: the answer must not be stored
 */
export function respondCacheable(
  request: Request,
  body: string | Uint8Array<ArrayBuffer>,
  options: {
    freshness: Omit<Freshness, 'purgedBy'> | undefined
    type: string
    requestId: string
    headers?: Record<string, string> | undefined
  },
): Response {
  const { freshness, type, requestId } = options
  const cached = freshness && cacheHeaders(request, body, freshness, { cdn: undefined })
  const headers = {
    ...corsHeaders,
    ...(cached?.headers ?? { 'Cache-Control': 'no-store', 'X-Request-Id': requestId }),
    ...options.headers,
    'Content-Type': type,
  }
  if (cached?.isKnown) return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : body, { status: 200, headers })
}

function isKnown(request: Request, etag: string): boolean {
  const strong = (value: string) => value.trim().replace(/^W\//, '')
  const known = (request.headers.get('if-none-match') ?? '').split(',').map(strong)
  return known.includes('*') || known.includes(etag)
}
