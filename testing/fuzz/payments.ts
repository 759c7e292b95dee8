import { decodePaymentRequiredHeader } from '@x402/core/http'

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

/** Invalid values of PAYMENT-SIGNATURE, from text that is not base64 to payments of which only the signature is wrong. */
export function badPayments(paymentRequired: string): string[] {
  const { resource, accepts } = decodePaymentRequiredHeader(paymentRequired)
  const [offer] = accepts
  const authorization = {
    from: `0x${'12'.repeat(20)}`,
    to: offer!.payTo,
    value: offer!.amount,
    validAfter: '0',
    validBefore: '99999999999',
    nonce: `0x${'ab'.repeat(32)}`,
  }
  const signature = `0x${'11'.repeat(64)}1b`
  const whole = { x402Version: 2, resource, accepted: offer, payload: { signature, authorization } }
  const withOffer = (changes: object) => ({ ...whole, accepted: { ...offer, ...changes } })
  const withAuthorization = (changes: object) => ({
    ...whole,
    payload: { signature, authorization: { ...authorization, ...changes } },
  })
  return [
    '',
    ' ',
    '%%%',
    'e30=',
    'bnVsbA==',
    'W10=',
    'eyJ4',
    'A'.repeat(9_000),
    base64('text'),
    base64({ x402Version: 1 }),
    base64({ ...whole, x402Version: '2' }),
    base64({ ...whole, payload: null }),
    base64({ ...whole, payload: { signature: 'x', authorization } }),
    base64({ ...whole, payload: { signature: `0x${'11'.repeat(2_000)}`, authorization } }),
    base64(withOffer({ network: 'eip155:1' })),
    base64(withOffer({ network: 'solana:x' })),
    base64(withOffer({ asset: `0x${'00'.repeat(20)}` })),
    base64(withOffer({ amount: '1' })),
    base64(withOffer({ amount: '1'.repeat(78) })),
    base64(withOffer({ payTo: authorization.from })),
    base64(withOffer({ scheme: 'upto' })),
    base64(withOffer({ maxTimeoutSeconds: -1 })),
    base64(withOffer({ extra: { name: 'USD Coin', version: '2' } })),
    base64(withOffer({ extra: { ...offer!.extra, challenge: 'x'.repeat(72) } })),
    base64(withOffer({ extra: null })),
    base64(withAuthorization({ value: '-1' })),
    base64(withAuthorization({ value: 10_000 })),
    base64(withAuthorization({ to: authorization.from })),
    base64(withAuthorization({ validBefore: '1' })),
    base64(withAuthorization({ validAfter: '99999999998' })),
    base64(withAuthorization({ nonce: '0x' })),
    base64(whole),
  ]
}
