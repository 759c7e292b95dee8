import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pictureHashAlgorithm } from '#lib/domain/film/picture-hash'
import { hashesMax, matchInput } from '#lib/schemas/likeness'

const alg = pictureHashAlgorithm
const hashes = fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), {
  minLength: 1,
  maxLength: hashesMax,
})
const textOf = (given: readonly Uint8Array[], encoding: 'base64' | 'base64url') =>
  Buffer.concat(given).toString(encoding)

test('hashes are read from base64 and base64url alike', () => {
  fc.assert(
    fc.property(hashes, (given) => {
      for (const encoding of ['base64', 'base64url'] as const)
        expect(matchInput.parse({ alg, value: textOf(given, encoding) }).value).toEqual(given)
    }),
  )
})

test.each([
  ['nothing', ''],
  ['one byte less than a hash', Buffer.alloc(31).toString('base64')],
  ['one byte more than a hash', Buffer.alloc(33).toString('base64')],
  ['more hashes than a search has', Buffer.alloc(32 * (hashesMax + 1)).toString('base64')],
  ['another alphabet', '*'.repeat(44)],
  ['base64 that ends in the middle', 'A'.repeat(45)],
])('%s is refused, and the refusal does not repeat it', (_, value) => {
  const { success, error } = matchInput.safeParse({ alg, value })
  expect(success).toBe(false)
  if (value) expect(JSON.stringify(error!.issues)).not.toContain(value)
})

test('another algorithm is refused', () => {
  const value = Buffer.alloc(32).toString('base64')
  expect(matchInput.safeParse({ alg: 'io.example.fingerprint.1', value }).success).toBe(false)
})
