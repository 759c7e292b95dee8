import 'server-only'
import { corsHeaders } from '#lib/http/cors'
import { keep } from '#lib/http/keep'
import { respondJson } from '#lib/http/respond'
import { sessionCookie } from '#lib/http/session'
import type {
  KeyOperation,
  Operation,
  OperatorOperation,
  SessionOperation,
} from '#lib/operations/define-operation'
import type { PaymentContext } from '#lib/services/payments/types'

/** Answers a free operation; what may be kept gets an ETag, and whoever has it already gets 304. */
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
  const headers: Record<string, string> = {
    'X-Request-Id': requestId,
    'Cache-Control': operation.credential ? 'private, no-store' : 'no-store',
    ...(operation.location ? { Location: operation.location(output) } : {}),
    ...sessionCookie(request, ctx, 'session' in operation ? operation.session?.(output) : undefined),
  }
  if (freshness && json !== null) {
    const kept = keep(request, json, freshness)
    Object.assign(headers, kept.headers)
    if (kept.isKnown) return new Response(null, { status: 304, headers: { ...corsHeaders, ...headers } })
  }
  return respondJson({ request, status: operation.status ?? 200, json, headers })
}
