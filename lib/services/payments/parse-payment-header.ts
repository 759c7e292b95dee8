import 'server-only'
import { parseJson } from '#lib/domain/text/json'
import { paymentFault } from '#lib/schemas/payment-fault'
import { type ExactPayment, exactPayment, namedPayment, paymentIdentifier } from '#lib/schemas/x402'

/** Ours are about 1.2 KB; a smart wallet's signature makes them longer. */
const maxHeaderBytes = 8_192

/** `identifier`: of the x402 extension `payment-identifier`, if the payer gave one. */
export type ParsedPayment = { payment: ExactPayment; identifier: string | undefined }

/** Parses a `PAYMENT-SIGNATURE` header; `reason` says why it is refused, and `fault` which member cannot be read. */
export function parsePaymentHeader(
  header: string,
): ParsedPayment | { reason: string; fault?: string | undefined } {
  if (header.length > maxHeaderBytes) return { reason: 'payment_header_too_large' }
  const value = parseJson(Buffer.from(header, 'base64').toString('utf8'))
  const parsed = exactPayment.safeParse(value)
  if (parsed.success) {
    const named = namedPayment.safeParse(value)
    const id = named.success ? named.data.extensions['payment-identifier'].info.id : undefined
    const identifier = paymentIdentifier.optional().safeParse(id)
    return identifier.success
      ? { payment: parsed.data, identifier: identifier.data }
      : { reason: 'invalid_payment_identifier' }
  }
  const said = value as { x402Version?: unknown; accepted?: { scheme?: unknown } } | null | undefined
  if (typeof said?.x402Version === 'number' && said.x402Version !== 2)
    return { reason: 'invalid_x402_version' }
  const scheme = said?.accepted?.scheme
  if (typeof scheme === 'string' && scheme !== 'exact') return { reason: 'unsupported_scheme' }
  return { reason: 'invalid_payload', fault: paymentFault(value, parsed.error) }
}
