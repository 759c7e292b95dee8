import { encodePaymentRequiredHeader, encodePaymentResponseHeader } from '@x402/core/http'
import { expect, test } from 'vitest'
import { encodePaymentHeader } from '#lib/http/api/encode-payment-header'

test('headers are those of the encoders of x402, also with text beyond ASCII', () => {
  const settled = {
    success: true,
    network: 'eip155:8453',
    payer: `0x${'ab'.repeat(20)}`,
    transaction: `0x${'cd'.repeat(32)}`,
    extensions: { 'offer-receipt': { info: { receipt: { format: 'jws', signature: 'e30.e30.c2ln' } } } },
  } as const
  expect(encodePaymentHeader(settled)).toBe(encodePaymentResponseHeader(settled))
  const required = {
    x402Version: 2,
    error: 'invalid_payload',
    resource: { url: 'https://cairn.test/', description: 'Films of a place, “fresh” – 東京 🗼' },
    accepts: [],
  }
  expect(encodePaymentHeader(required)).toBe(encodePaymentRequiredHeader(required))
})
