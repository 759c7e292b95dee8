import { expect, test } from 'vitest'
import { paymentFault } from '#lib/schemas/payment-fault'
import { exactPayment } from '#lib/schemas/x402'

const address = `0x${'ab'.repeat(20)}`
const accepted = {
  scheme: 'exact',
  network: 'eip155:8453',
  asset: address,
  payTo: address,
  amount: '10000',
  maxTimeoutSeconds: 60,
  extra: {},
}
const authorization = {
  from: address,
  to: address,
  value: '10000',
  validAfter: '0',
  validBefore: '9',
  nonce: `0x${'cd'.repeat(32)}`,
}
const payment = { x402Version: 2, accepted, payload: { signature: '0x11', authorization } }

test.each<[object | string | null, string | undefined]>([
  [{ ...payment, accepted: undefined }, '`accepted` is missing'],
  [{ ...payment, accepted: 'exact' }, '`accepted` must be an object'],
  [{ ...payment, x402Version: '2' }, '`x402Version` must be 2'],
  [{ ...payment, payload: { authorization } }, '`payload.signature` is missing'],
  [
    { ...payment, payload: { ...payment.payload, authorization: { ...authorization, value: 10_000 } } },
    '`payload.authorization.value` must be text',
  ],
  [{ ...payment, accepted: { ...accepted, payTo: '0x12' } }, '`accepted.payTo` is not valid'],
  [{}, '`x402Version` is missing'],
  ['text', undefined],
  [null, undefined],
])('a payment that cannot be read is told its faulty member: %#', (value, fault) => {
  expect(paymentFault(value, exactPayment.safeParse(value).error!)).toBe(fault)
})
