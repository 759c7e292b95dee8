import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainLine, plainText } from '#lib/domain/plain-text'

test('line breaks stay, of whatever kind', () => {
  expect(plainText('a\nb\r\nc\rd\u2028e\u2029f')).toBe('a\nb\nc\nd\ne\nf')
  expect(plainLine(' a \r\n\tb\u2029c ')).toBe('a b c')
})

test('what turns the direction of text or cannot be seen is taken out', () => {
  for (const code of [
    0x61c, 0x200e, 0x200f, 0x202a, 0x202e, 0x2066, 0x2069, 0xfeff, 0x200b, 0x2060, 0xe0041, 0, 7, 0x1b, 0x9b,
  ])
    expect(plainText(`a${String.fromCodePoint(code)}b`), code.toString(16)).toBe('ab')
  expect(plainText('a\ud800b')).toBe('ab')
})

test('what people write stays as it is', () => {
  for (const text of [
    'Größe, naïve, 10 €',
    'מבט על הכיכר',
    'می‌خواهم',
    '👩‍🌾 at the 市場',
    '<b>&amp;</b>',
    'a  b',
  ])
    expect(plainText(text)).toBe(text)
})

test('nothing invisible is left, whatever comes, and doing it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const plain = plainText(text)
      expect(plain).not.toMatch(/\p{Bidi_Control}|[\p{Cc}\p{Cs}](?<!\n)/u)
      expect(plainText(plain)).toBe(plain)
      expect(plainLine(text)).not.toContain('\n')
    }),
  )
})
