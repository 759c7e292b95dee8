const exposed = [
  'PAYMENT-REQUIRED',
  'PAYMENT-RESPONSE',
  'X-Request-Id',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'ETag',
  'Location',
  'Cairn-Truncated',
  'Cairn-Next-To',
  'Deprecation',
  'Sunset',
  'Link',
]
/** `@x402/fetch` sends the last one with its requests, so a browser asks for it too. */
const allowed = [
  'PAYMENT-SIGNATURE',
  'SIGN-IN-WITH-X',
  'Authorization',
  'Content-Type',
  'Cairn-Webhook',
  'Idempotency-Key',
  'Last-Event-ID',
  'Access-Control-Expose-Headers',
]
const preflightSeconds = 86_400

/** On every answer: any origin may call, and may read what it needs to pay. */
export const corsHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposed.join(', '),
}

/**
 * The answer to OPTIONS.
 *
 * @param allow the methods a path takes
 * @param passed those a browser may send: it shows its page nothing of an answer to another, a refusal included
 */
export function preflightHeaders(allow: string, passed: string): Record<string, string> {
  return {
    ...corsHeaders,
    Allow: allow,
    'Access-Control-Allow-Methods': passed,
    'Access-Control-Allow-Headers': allowed.join(', '),
    'Access-Control-Max-Age': String(preflightSeconds),
  }
}
