import 'server-only'
import { createHash } from 'node:crypto'
import { corsHeaders } from '#lib/http/cors'
import { respondJson } from '#lib/http/respond'
import { sessionCookie } from '#lib/http/session'
import type { Operation, SessionOperation } from '#lib/operations/define-operation'
import type { PaymentContext } from '#lib/services/payments/types'

/** Answers a free operation; what may be kept gets an ETag, and whoever has it already gets 304. */
export function answerFree<Input, Output>(args: {
  ctx: PaymentContext
  operation: Operation<Input, Output> | SessionOperation<Input, Output>
  output: Output
  request: Request
  requestId: string
}): Response {
  const { ctx, operation, output, request, requestId } = args
  const json = operation.status === 204 ? null : JSON.stringify(output)
  const freshness = operation.credential === 'session' ? undefined : operation.freshness?.(output)
  const headers: Record<string, string> = {
    'X-Request-Id': requestId,
    'Cache-Control': operation.credential ? 'private, no-store' : 'no-store',
    ...(operation.location ? { Location: operation.location(output) } : {}),
    ...sessionCookie(request, ctx, operation.session?.(output)),
  }
  if (freshness && json !== null) {
    // Weak: a proxy in front may compress the same answer or not.
    const etag = `W/"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`
    headers.ETag = etag
    headers['Cache-Control'] = `public, max-age=${freshness.maxAgeSeconds}`
    if (isKnown(request, etag))
      return new Response(null, {
        status: 304,
        headers: { ...corsHeaders, ...headers },
      })
  }
  return respondJson({ request, status: operation.status ?? 200, json, headers })
}

function isKnown(request: Request, etag: string): boolean {
  const strong = (value: string) => value.trim().replace(/^W\//, '')
  const known = (request.headers.get('if-none-match') ?? '').split(',').map(strong)
  return known.includes('*') || known.includes(strong(etag))
}
