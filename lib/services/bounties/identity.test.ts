import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashToken } from '#lib/adapters/hash-token'
import type { PaymentKey } from '#lib/schemas/payment-key'
import { agentTokenOf, bountyIdOf, bountyRef } from '#lib/services/bounties/identity'

const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((array) => `0x${Buffer.from(array).toString('hex')}`)
const paymentKey: fc.Arbitrary<PaymentKey> = fc.record({
  network: fc.nat({ max: 99_999 }).map((id) => `eip155:${id}`),
  asset: hex(20),
  payer: hex(20),
  nonce: hex(32),
})
const secretKey = 'a secret of the tests, 32 characters and more'
const key: PaymentKey = {
  network: 'eip155:8453',
  asset: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  payer: `0x${'a1'.repeat(20)}`,
  nonce: `0x${'0e'.repeat(32)}`,
}

const namesOf = (of: PaymentKey, secret = secretKey) => [
  Buffer.from(bountyRef(of)).toString('hex'),
  bountyIdOf({ secretKey: secret, key: of }),
  agentTokenOf({ secretKey: secret, key: of }),
]

test('the names of a payment are the same for addresses in upper and lower case', () => {
  fc.assert(
    fc.property(paymentKey, ({ network, asset, payer, nonce }) => {
      const shouted = { network, asset: upper(asset), payer: upper(payer), nonce: upper(nonce) }
      expect(namesOf(shouted)).toEqual(namesOf({ network, asset, payer, nonce }))
    }),
  )
})

test('payments that differ in any part have different names', () => {
  fc.assert(
    fc.property(
      paymentKey,
      paymentKey,
      fc.constantFrom('network', 'asset', 'payer', 'nonce'),
      (a, b, part) => {
        fc.pre(a[part] !== b[part])
        const other = { ...a, [part]: b[part] }
        const names = namesOf(a)
        namesOf(other).forEach((name, index) => {
          expect(name).not.toBe(names[index])
        })
      },
    ),
  )
})

test('the reference is public and never changes; id and token depend on the secret', () => {
  const [ref, id, token] = namesOf(key)
  const [otherRef, otherId, otherToken] = namesOf(key, 'another secret of the tests, 32 characters')
  expect(ref).toBe('7ab58ebcd8f979e171cf3cf7b81102e1f964381cb63676aaeab82cdba6b47b71')
  expect(otherRef).toBe(ref)
  expect(otherId).not.toBe(id)
  expect(otherToken).not.toBe(token)
})

test('the token has 256 bits, reveals nothing about the id, and is stored as a hash', () => {
  const [, id, token] = namesOf(key)
  expect(id).toMatch(/^bty_[0-9a-f]{32}$/)
  expect(token).toMatch(/^cairn_bounty_[\w-]{43}$/)
  const secret = Buffer.from(token!.slice('cairn_bounty_'.length), 'base64url')
  expect(secret).toHaveLength(32)
  expect(secret.toString('hex')).not.toContain(id!.slice('bty_'.length))
  expect(hashToken(token!)).toHaveLength(32)
  expect(Buffer.from(hashToken(token!)).equals(secret)).toBe(false)
})

function upper(text: string): string {
  return `0x${text.slice(2).toUpperCase()}`
}
