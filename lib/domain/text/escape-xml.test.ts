import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeXml } from '#lib/domain/text/escape-xml'

const anyText = fc.string({ unit: 'binary' })
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

test('no text can become markup, end an attribute, or hold what XML cannot', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const escaped = escapeXml(text)
      expect(escaped).not.toMatch(/[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/)
      expect(escaped).not.toMatch(forbidden)
    }),
  )
})

test('text that XML allows is parsed back unchanged', () => {
  const meant: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  fc.assert(
    fc.property(anyText, (text) => {
      const back = escapeXml(text).replace(/&([^;]+);/g, (_, name: string) => meant[name]!)
      expect(back).toBe(text.replace(forbidden, ''))
    }),
  )
})
