import 'server-only'
import { type ExactPayment, exactPayment } from '#lib/schemas/x402'

/** Ours are about 1.2 KB; a smart wallet's signature makes them longer. */
const maxHeaderBytes = 8_192

/** Reads a `PAYMENT-SIGNATURE` header; `reason` says why it is not one that we can take. */
export function parsePaymentHeader(header: string): { payment: ExactPayment } | { reason: string } {
  if (header.length > maxHeaderBytes) return { reason: 'payment_header_too_large' }
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(header, 'base64').toString('utf8'))
  } catch {
    return { reason: 'invalid_payload' }
  }
  const parsed = exactPayment.safeParse(value)
  if (parsed.success) return { payment: parsed.data }
  const version = (value as { x402Version?: unknown } | null)?.x402Version
  return { reason: typeof version === 'number' && version !== 2 ? 'invalid_x402_version' : 'invalid_payload' }
}
