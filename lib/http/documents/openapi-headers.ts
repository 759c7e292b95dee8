// Headers and credentials in the OpenAPI description.

const text = { type: 'string' }
const always = { required: true, schema: text }

/** Every header that an answer may have, by name. */
export const headers = {
  Allow: { description: 'The methods this path takes.', ...always },
  'Cache-Control': { description: 'If and how long this answer may be cached.', ...always },
  'Cairn-Next-To': {
    description:
      'Only if the answer is truncated at `limit`: the `to` of the next query, together with the `from` of this answer’s `window`. It is included, so skip observations of that second that you already have, by `observation_id`. If all observations of an answer are of that second, raise `limit` or split the area.',
    schema: { type: 'string', format: 'date-time' },
  },
  'Cairn-Place': {
    description:
      'The cell, one to six characters, that the `Place:` line of the brief was understood to name; `none` if it names no place.',
    required: true,
    schema: { type: 'string', pattern: '^(none|[0-9b-hjkmnp-z]{1,6})$' },
  },
  'Cairn-Truncated': {
    description: 'Only when the answer is cut at `limit`: more observations match.',
    schema: { const: 'true' },
  },
  Deprecation: {
    description: 'RFC 9745: since when this operation is deprecated, `@` and epoch seconds.',
    ...always,
  },
  ETag: {
    description: 'For `If-None-Match`: 304 when it is still so. Strong: other bytes have another one.',
    ...always,
  },
  Link: { description: 'Where it says what to use instead.', ...always },
  Location: {
    description: 'Where what was made can be read.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
  },
  'PAYMENT-REQUIRED': {
    description:
      'Base64 of x402 v2 `PaymentRequired`: the price, one entry for each network, the offers signed (`extensions.offer-receipt`), and how to call (`extensions.bazaar`). The body says the same with whole schemas and an example of the answer.',
    ...always,
  },
  'PAYMENT-RESPONSE': {
    description:
      'Base64 of x402 v2 `SettlementResponse`, with the transaction that paid. After a success it has our signed receipt (`extensions.offer-receipt`); after a refused payment `success` is false and `errorReason` tells why.',
    ...always,
  },
  RateLimit: {
    description:
      'Which policy, how many more requests may follow at once (`r`), and seconds until one more may, or all are back (`t`).',
    schema: text,
  },
  'RateLimit-Policy': {
    description:
      'How many requests (`q`) are allowed in a number of seconds (`w`), for one address, or for one API key.',
    schema: text,
  },
  'Retry-After': {
    description: 'Seconds to wait before trying again.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  'Set-Cookie': { description: 'The session, for browsers on our own pages.', schema: text },
  Sunset: { description: 'RFC 8594: when this operation stops to answer.', ...always },
  'WWW-Authenticate': { description: 'The scheme of the credential: `Bearer`.', ...always },
  'X-Request-Id': {
    description:
      'Names this request; quote it when you report a problem. Answers that caches may share have none.',
    ...always,
  },
}

/** Carries the payment. Payers need no account, so it is listed as a header rather than as a credential. */
export const paymentParameter = {
  name: 'PAYMENT-SIGNATURE',
  in: 'header',
  required: false,
  description:
    'Base64 of x402 v2 `PaymentPayload`: an offer of `PAYMENT-REQUIRED`, signed by the payer (EIP-3009). Without it the answer is the price. `extensions.payment-identifier.info.id` may name it: of several payments of one wallet and name, one is taken.',
  schema: text,
}

/** Required after a 402 with the reason `wallet_proof_required`. */
export const walletProofParameter = {
  name: 'SIGN-IN-WITH-X',
  in: 'header',
  required: false,
  description:
    'Base64 of the x402 extension `sign-in-with-x`: the message of a 402 with `reason` `wallet_proof_required`, signed by the wallet that paid (EIP-191, or ERC-1271 for a contract). Read beside PAYMENT-SIGNATURE only where a transfer is on the chain and not in our records.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9+/]+={0,2}$' },
}

export const securitySchemes = {
  agentToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The `agent_token` that came with the bounty, once.',
  },
  enterpriseKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key of the enterprise interface.',
  },
  session: { type: 'http', scheme: 'bearer', description: 'The token of POST /api/auth/verify.' },
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-cairn_session',
    description: 'The same session, kept by a browser; good for requests of our own pages only.',
  },
}
