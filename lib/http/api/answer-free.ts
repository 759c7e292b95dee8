import 'server-only'
import { cacheHeaders } from '#lib/http/api/cacheable'
import { corsHeaders } from '#lib/http/api/cors'
import { respondJson } from '#lib/http/api/respond'
import { sessionCookie } from '#lib/http/api/session'
import type {
  KeyOperation,
  Operation,
  OperatorOperation,
  SessionOperation,
} from '#lib/operations/define-operation'
import type { PaymentContext } from '#lib/services/payments/types'

/**
 * Answers a free operation. A cacheable answer has an ETag, and no header about this request, since others get it too. A client that has
 * the answer already gets 304.
 */
export function answerFree<Input, Output>(args: {
  ctx: PaymentContext
  operation:
    | Operation<Input, Output>
    | SessionOperation<Input, Output>
    | KeyOperation<Input, Output>
    | OperatorOperation<Input, Output>
  output: Output
  request: Request
  requestId: string
}): Response {
  const { ctx, operation, output, request, requestId } = args
  const json = operation.status === 204 ? null : JSON.stringify(output)
  const freshness = 'freshness' in operation ? operation.freshness?.(output) : undefined
  if (freshness && json !== null) {
    const cached = cacheHeaders(request, json, freshness, ctx.env)
    if (cached.isKnown)
      return new Response(null, { status: 304, headers: { ...corsHeaders, ...cached.headers } })
    return respondJson({ request, status: 200, json, headers: cached.headers })
  }
  const headers: Record<string, string> = {
    'X-Request-Id': requestId,
    'Cache-Control': operation.credential ? 'private, no-store' : 'no-store',
    ...(operation.location ? { Location: operation.location(output) } : {}),
    ...sessionCookie(request, ctx, 'session' in operation ? operation.session?.(output) : undefined),
  }
  return respondJson({ request, status: operation.status ?? 200, json, headers })
}
