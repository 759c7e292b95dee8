import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isWeakSecret } from '#lib/domain/access/weak-secret'

test.each([
  ['one character', 's'.repeat(64)],
  ['few characters', '0110100111010010110100101101001011010010'],
  ['a pattern', 'correct-horse-battery'.repeat(2)],
  ['a pattern, the last time in part', 'abcXdefYghiZ'.repeat(3).slice(0, 34)],
  ['a sequence', 'abcdefghijklmnopqrstuvwxyz0123456789'],
  ['a sequence backwards', 'zyxwvutsrqponmlkjihgfedcba9876543210'],
  ['the placeholder of a template', 'CHANGE_ME_7f3a9c2e5b8d1046af92c7e3'],
])('%s can be guessed', (_, text) => {
  expect(isWeakSecret(text)).toBe(true)
})

test.each(['hex', 'base64', 'base64url'] as const)('random bytes in %s cannot', (encoding) => {
  for (let round = 0; round < 2_000; round++) {
    const text = randomBytes(encoding === 'hex' ? 16 : 24).toString(encoding)
    expect(isWeakSecret(text), text).toBe(false)
  }
})
