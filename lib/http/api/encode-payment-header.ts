import type { PaymentRequired, SettleResponse } from '@x402/core/types'

/**
 * The value of an x402 header: base64 of JSON. The encoders of `@x402/core` give the same text and take 35 times as long, a
 * thirtieth of a paid call.
 */
export function encodePaymentHeader(value: PaymentRequired | SettleResponse): string {
  return Buffer.from(JSON.stringify(value)).toString('base64')
}
