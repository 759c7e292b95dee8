import fc from 'fast-check'
import { expect, test } from 'vitest'
import { visibleLine, visibleText } from '#lib/domain/text/visible-text'

test('every kind of line break becomes a line feed', () => {
  expect(visibleText('a\nb\r\nc\rd\u2028e\u2029f')).toBe('a\nb\nc\nd\ne\nf')
  expect(visibleLine(' a \r\n\tb\u2029c ')).toBe('a b c')
})

test('what turns the direction of text or cannot be seen is taken out', () => {
  for (const code of [
    0x61c, 0x200e, 0x200f, 0x202a, 0x202e, 0x2066, 0x2069, 0xfeff, 0x200b, 0x2060, 0xe0041, 0, 7, 0x1b, 0x9b,
  ])
    expect(visibleText(`a${String.fromCodePoint(code)}b`), code.toString(16)).toBe('ab')
  expect(visibleText('a\ud800b')).toBe('ab')
})

test('ordinary text is unchanged', () => {
  for (const text of [
    'Größe, naïve, 10 €',
    'מבט על הכיכר',
    'می‌خواهم',
    '👩‍🌾 at the 市場',
    '<b>&amp;</b>',
    'a  b',
  ])
    expect(visibleText(text)).toBe(text)
})

test('no invisible character remains in any text, and a second pass changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const plain = visibleText(text)
      expect(plain).not.toMatch(/\p{Bidi_Control}|[\p{Cc}\p{Cs}](?<!\n)/u)
      expect(visibleText(plain)).toBe(plain)
      expect(visibleLine(text)).not.toContain('\n')
    }),
  )
})
