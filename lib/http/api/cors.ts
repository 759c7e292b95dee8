// The headers that let pages of other origins call the API.

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
  'Cairn-Place',
  'Deprecation',
  'Sunset',
  'Link',
]
/** `@x402/fetch` sends the last one with its requests, so browsers ask for it in the preflight. */
const allowed = [
  'PAYMENT-SIGNATURE',
  // The header of x402 version 1. Allowed, so that its clients can read the error that says what to send.
  'X-PAYMENT',
  'SIGN-IN-WITH-X',
  'Authorization',
  'Content-Type',
  'Cairn-Webhook',
  'Idempotency-Key',
  'Last-Event-ID',
  'Access-Control-Expose-Headers',
]
const preflightSeconds = 86_400

/** On every answer: any origin may call, and may read the headers that it needs to pay. */
export const corsHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposed.join(', '),
}

/**
 * The headers of the answer to OPTIONS.
 *
 * @param allow the methods of the path
 * @param passed the methods that browsers may send from other origins; for other methods, a page cannot read the answer, not even a refusal
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
