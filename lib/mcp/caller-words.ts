import { capital } from '../domain/text/capital.ts'

/** The caller of a tool: a client that pays itself (`http`), or an agent for which the stdio server pays. */
type Caller = 'http' | 'stdio'

/** HTTP terms, and the terms that replace them for a kind of caller. Applied in this order. */
const words: Readonly<Record<Caller, readonly [found: RegExp, instead: string][]>> = {
  http: [
    // A tool call has no place for this proof.
    [
      /repeat the request with it as SIGN-IN-WITH-X/gi,
      'send the request over HTTP with it as SIGN-IN-WITH-X',
    ],
    [
      /sign one of the offers in the PAYMENT-REQUIRED header and repeat the request with PAYMENT-SIGNATURE/gi,
      'sign one of `accepts` and make the same call with the payment in `_meta["x402/payment"]`',
    ],
    [
      /repeat (?:a paid|the|this) request with the same PAYMENT-SIGNATURE/gi,
      'make the same call with the same payment',
    ],
    [
      /repeat the request with the earlier PAYMENT-SIGNATURE/gi,
      'make the same call with the earlier payment',
    ],
    [/the PAYMENT-SIGNATURE header/gi, 'the payment in `_meta["x402/payment"]`'],
    [/it must be base64 JSON with/g, 'it must be a PaymentPayload with'],
    [/, as Authorization: Bearer/g, ', as `agent_token`'],
  ],
  stdio: [
    [
      /sign one of the offers in the PAYMENT-REQUIRED header and repeat the request with PAYMENT-SIGNATURE \(x402, version 2\)/gi,
      'make the call again: this server then signs a new payment',
    ],
    [
      /repeat (?:a paid|the) request with the same PAYMENT-SIGNATURE(?: to get its answer again)?, or sign a new offer/gi,
      'make the call again: this server then signs a new payment',
    ],
    [/repeat (?:the|this) request with the (?:same|earlier) PAYMENT-SIGNATURE/gi, 'make the same call again'],
    [/sign a new offer/gi, 'make the call again, for which this server signs a new payment'],
    [/the PAYMENT-SIGNATURE header/gi, 'the payment'],
    [
      /Send the token from the answer that made the bounty, as Authorization: Bearer\./g,
      'This server sent the token that it stores; the wallet that paid may have got a new one elsewhere.',
    ],
  ],
}

/** A refusal of the service in terms of what a caller of tools has: arguments and `_meta` instead of headers. */
export function callerWords(caller: Caller, message: string): string {
  return words[caller].reduce(
    (text, [found, instead]) =>
      text.replace(found, (match) => (/^[A-Z]/.test(match) ? capital(instead) : instead)),
    message,
  )
}
