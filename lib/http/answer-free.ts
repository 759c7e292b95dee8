import 'server-only'
import { createHash } from 'node:crypto'
import { corsHeaders } from '#lib/http/cors'
import { respondJson } from '#lib/http/respond'
import type { Operation } from '#lib/operations/define-operation'
import type { PaymentContext } from '#lib/services/payments/types'

/** Runs a free operation; what may be kept gets an ETag, and whoever has it already gets 304. */
export async function answerFree<Input, Output>(args: {
  ctx: PaymentContext
  operation: Operation<Input, Output>
  input: Input
  request: Request
  requestId: string
}): Promise<Response> {
  const { ctx, operation, input, request, requestId } = args
  const output = await operation.run({ ctx, input })
  const json = JSON.stringify(output)
  const freshness = operation.freshness?.(output)
  const headers: Record<string, string> = {
    'X-Request-Id': requestId,
    'Cache-Control': operation.credential ? 'private, no-store' : 'no-store',
    ...(operation.location ? { Location: operation.location(output) } : {}),
  }
  if (freshness) {
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
