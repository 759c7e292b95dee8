import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ExactPayment } from '#lib/schemas/x402'
import { checkChallenge, createChallenge } from '#lib/services/payments/challenge'
import { hashPayment, hashRequest } from '#lib/services/payments/request-hash'

const secretKey = 'a secret of the tests, 32 characters and more'
const baseUrl = 'https://cairn.example'
const now = new Date('2026-11-20T12:00:00Z')
const priceAtomic = 10_000n
const bytes = fc.uint8Array({ maxLength: 64 })
const request = fc.record({ method: fc.constantFrom('GET', 'POST'), target: fc.string(), body: bytes })

/** True if two bodies of random bytes happen to be the same JSON value in two spellings (`1` and `1 `). */
function sameJson(one: Uint8Array, two: Uint8Array): boolean {
  try {
    return isDeepStrictEqual(...([one, two].map((body) => JSON.parse(decode(body))) as [unknown, unknown]))
  } catch {
    return false
  }
}
const decode = (body: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(body)

test('a challenge is valid for its request, with its secret and in its time', () => {
  fc.assert(
    fc.property(request, fc.integer({ min: 0, max: 600 }), (asked, age) => {
      const requestHash = hashRequest(asked)
      const challenge = createChallenge({ baseUrl, secretKey, requestHash, priceAtomic, now })
      const later = new Date(now.getTime() + age * 1_000)
      expect(checkChallenge({ baseUrl, secretKey, requestHash, priceAtomic, now: later, challenge })).toBe(
        'valid',
      )
      const tooLate = new Date(now.getTime() + 601_000)
      expect(checkChallenge({ baseUrl, secretKey, requestHash, priceAtomic, now: tooLate, challenge })).toBe(
        'challenge_expired',
      )
      const other = `${secretKey}!`
      expect(checkChallenge({ baseUrl, secretKey: other, requestHash, priceAtomic, now, challenge })).toBe(
        'challenge_mismatch',
      )
    }),
  )
})

test('a challenge for one request is valid for no other', () => {
  fc.assert(
    fc.property(request, request, (one, two) => {
      const [first, second] = [hashRequest(one), hashRequest(two)]
      const same =
        one.method === two.method &&
        one.target === two.target &&
        (Buffer.compare(one.body, two.body) === 0 || sameJson(one.body, two.body))
      expect(first.equals(second)).toBe(same)
      const challenge = createChallenge({ baseUrl, secretKey, requestHash: first, priceAtomic, now })
      const verdict = checkChallenge({ baseUrl, secretKey, requestHash: second, priceAtomic, now, challenge })
      expect(verdict).toBe(same ? 'valid' : 'challenge_mismatch')
    }),
  )
})

test('a challenge for one price is valid for no other', () => {
  const requestHash = hashRequest({ method: 'GET', target: '/', body: new Uint8Array() })
  const price = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
  fc.assert(
    fc.property(price, price, (one, two) => {
      const challenge = createChallenge({ baseUrl, secretKey, requestHash, priceAtomic: one, now })
      const verdict = checkChallenge({ baseUrl, secretKey, requestHash, priceAtomic: two, now, challenge })
      expect(verdict).toBe(one === two ? 'valid' : 'challenge_mismatch')
    }),
  )
})

const json = fc.jsonValue()

test('a JSON body counts by its value: its white space does not', () => {
  fc.assert(
    fc.property(json, fc.constantFrom('\t', ' ', '   '), (value, space) => {
      const hashOf = (text: string) =>
        hashRequest({ method: 'POST', target: '/', body: new TextEncoder().encode(text) })
      const plain = hashOf(JSON.stringify(value))
      expect(hashOf(`\n${JSON.stringify(value, null, space)} `).equals(plain)).toBe(true)
      expect(hashOf(JSON.stringify([value])).equals(plain)).toBe(false)
    }),
  )
})

test('a body that is not JSON counts by its bytes', () => {
  const hashOf = (body: Uint8Array) => hashRequest({ method: 'POST', target: '/', body }).toString('hex')
  const bodies = ['', ' ', '{', '{ ', 'null'].map((text) => new TextEncoder().encode(text))
  const broken = [Uint8Array.of(0x22, 0xff, 0x22), Uint8Array.of(0x22, 0xfe, 0x22)]
  expect(new Set([...bodies, ...broken].map(hashOf)).size).toBe(bodies.length + broken.length)
})

test('one changed bit anywhere in a challenge, its expiry included, makes it worthless', () => {
  const requestHash = hashRequest({ method: 'GET', target: '/', body: new Uint8Array() })
  const challenge = createChallenge({ baseUrl, secretKey, requestHash, priceAtomic, now })
  const raw = Buffer.from(challenge, 'base64url')
  for (let bit = 0; bit < raw.length * 8; bit += 1) {
    const changed = Buffer.from(raw)
    changed[bit >> 3]! ^= 1 << (bit & 7)
    const verdict = checkChallenge({
      baseUrl,
      secretKey,
      requestHash,
      priceAtomic,
      now,
      challenge: changed.toString('base64url'),
    })
    const inDeployment = bit >= 22 * 8 && bit < 26 * 8
    expect(verdict).toBe(inDeployment ? 'challenge_of_another_deployment' : 'challenge_mismatch')
  }
})

test('a challenge of another deployment is told apart, also when both have the same secret', () => {
  const requestHash = hashRequest({ method: 'GET', target: '/', body: new Uint8Array() })
  const challenge = createChallenge({ baseUrl, secretKey, requestHash, priceAtomic, now })
  for (const secret of [secretKey, `${secretKey}!`])
    expect(
      checkChallenge({
        baseUrl: 'https://staging.cairn.example',
        secretKey: secret,
        requestHash,
        priceAtomic,
        now,
        challenge,
      }),
    ).toBe('challenge_of_another_deployment')
})

test('what is no challenge is refused, never thrown on', () => {
  const requestHash = hashRequest({ method: 'GET', target: '/', body: new Uint8Array() })
  fc.assert(
    fc.property(fc.anything(), (challenge) => {
      expect(['challenge_missing', 'challenge_mismatch']).toContain(
        checkChallenge({ baseUrl, secretKey, requestHash, priceAtomic, now, challenge }),
      )
    }),
  )
})

const hex = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((value) => `0x${Buffer.from(value).toString('hex')}`)
const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(String)
const payment: fc.Arbitrary<ExactPayment> = fc.record({
  x402Version: fc.constant(2 as const),
  accepted: fc.record({
    scheme: fc.constant('exact' as const),
    network: fc.constantFrom('eip155:8453', 'eip155:5042'),
    asset: hex(20),
    amount,
    payTo: hex(20),
    maxTimeoutSeconds: fc.constant(60),
    extra: fc.record({ challenge: fc.base64String() }),
  }),
  payload: fc.record({
    signature: hex(65),
    authorization: fc.record({
      from: hex(20),
      to: hex(20),
      value: amount,
      validAfter: amount,
      validBefore: amount,
      nonce: hex(32),
    }),
  }),
})

test('the hash of a payment does not depend on how its hex is written', () => {
  fc.assert(
    fc.property(payment, (paid) => {
      const shout = (value: string) => `0x${value.slice(2).toUpperCase()}`
      const loud = structuredClone(paid)
      loud.accepted.asset = shout(paid.accepted.asset)
      loud.payload.signature = shout(paid.payload.signature)
      loud.payload.authorization.nonce = shout(paid.payload.authorization.nonce)
      expect(hashPayment(loud).equals(hashPayment(paid))).toBe(true)
    }),
  )
})

test('two payments that differ in anything that counts have different hashes', () => {
  fc.assert(
    fc.property(payment, payment, fc.nat(6), (one, two, which) => {
      const mixed = structuredClone(one)
      const members: (() => void)[] = [
        () => (mixed.payload.signature = two.payload.signature),
        () => (mixed.payload.authorization.nonce = two.payload.authorization.nonce),
        () => (mixed.payload.authorization.from = two.payload.authorization.from),
        () => (mixed.payload.authorization.value = two.payload.authorization.value),
        () => (mixed.payload.authorization.validBefore = two.payload.authorization.validBefore),
        () => (mixed.accepted.extra = two.accepted.extra),
        () => (mixed.accepted.amount = two.accepted.amount),
      ]
      members[which]!()
      expect(hashPayment(mixed).equals(hashPayment(one))).toBe(JSON.stringify(mixed) === JSON.stringify(one))
    }),
  )
})
