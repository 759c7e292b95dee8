import { createECDH, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { readPushKey } from '#lib/adapters/push-key'

test('the public key belongs to the private one', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const { d } = privateKey.export({ format: 'jwk' })
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(Buffer.from(d!, 'base64url'))
  expect(readPushKey(d!)).toEqual({ privateKey: d, publicKey: curve.getPublicKey('base64url') })
  expect(Buffer.from(readPushKey(d!)!.publicKey, 'base64url')).toHaveLength(65)
})

const sequence = Buffer.from(Array.from({ length: 32 }, (_, at) => at + 1))
const order = Buffer.from('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551', 'hex')
test.each([
  ['empty', ''],
  ['too short', 'A'.repeat(42)],
  ['a public key', Buffer.alloc(65, 7).toString('base64url')],
  ['hex', 'ab'.repeat(32)],
  ['not in the form that encodes 32 bytes', `${'A1b2C3d4E5f6G7h8'.repeat(2)}I9j0K1l2M3B`],
  ['zero', Buffer.alloc(32).toString('base64url')],
  ['one', Buffer.from([...Buffer.alloc(31), 1]).toString('base64url')],
  ['a repeated pattern', Buffer.from('0102030405060708'.repeat(4), 'hex').toString('base64url')],
  ['a sequence', sequence.toString('base64url')],
  ['the order of the curve', order.toString('base64url')],
])('a key that is %s is refused', (_, text) => {
  expect(readPushKey(text)).toBeUndefined()
})
