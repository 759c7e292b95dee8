import { noteTold } from '#lib/adapters/request-notes'
import { statusOf } from '#lib/domain/error-table'
import type { CairnError } from '#lib/domain/errors'
import { corsHeaders } from '#lib/http/api/cors'
import type { ErrorBody } from '#lib/schemas/x402'

// Responses as JSON.

/**
 * A JSON response. It is never compressed here: the framework removes `Content-Encoding` from responses of route handlers, so the caller
 * could not decode them. A proxy in front may compress.
 */
export function respondJson(args: {
  request: Pick<Request, 'method'>
  status: number
  /** `null`: no body. */
  json: string | null
  headers: Record<string, string>
}): Response {
  const { request, status, json } = args
  const headers = {
    ...corsHeaders,
    ...(json === null ? {} : { 'Content-Type': 'application/json; charset=utf-8' }),
    ...args.headers,
  }
  return new Response(request.method === 'HEAD' ? null : json, { status, headers })
}

/** A refusal in the common error format. */
export function respondError(args: {
  request: Pick<Request, 'method'>
  requestId: string
  error: CairnError
  headers?: Record<string, string>
  extra?: Record<string, unknown>
}): Response {
  const { request, requestId, error, extra } = args
  noteTold({ code: error.code, message: error.message })
  const body: ErrorBody = {
    error: error.code,
    message: error.message,
    ...(error.field === undefined ? {} : { field: error.field }),
    ...(error.reason === undefined ? {} : { reason: error.reason }),
    ...extra,
    request_id: requestId,
  }
  return respondJson({
    request,
    status: statusOf(error),
    json: JSON.stringify(body),
    headers: {
      'Cache-Control': 'no-store',
      'X-Request-Id': requestId,
      Link: `</docs/errors#${error.code}>; rel="help"`,
      ...(error.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(error.retryAfterSeconds) }),
      ...rateLimitHeaders(error),
      ...args.headers,
    },
  })
}

/** Headers of draft-ietf-httpapi-ratelimit-headers. `w` is omitted for a limit that never resets with time. */
function rateLimitHeaders({ rateLimit, retryAfterSeconds }: CairnError): Record<string, string> {
  if (!rateLimit) return {}
  const { policy, quota, windowSeconds } = rateLimit
  return {
    'RateLimit-Policy': `"${policy}";q=${quota}${windowSeconds === undefined ? '' : `;w=${windowSeconds}`}`,
    RateLimit: `"${policy}";r=0${retryAfterSeconds === undefined ? '' : `;t=${retryAfterSeconds}`}`,
  }
}
