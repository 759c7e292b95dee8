import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { readLabelOutlines } from '#lib/adapters/label-outlines'
import { outlineSize } from '#lib/domain/map/draw-cell'
import { readSearchedId } from '#lib/domain/proof/searched-id'
import { shareWords } from '#lib/domain/proof/share-words'
import { type CardCairn, cardMapSize, cardTime, ProofCard } from './proof-card.tsx'

const draw = (place: string | undefined, sha256?: string, isDemo = false) =>
  renderToStaticMarkup(
    createElement(ProofCard, {
      sentence: 'On record since 27 Nov 2026, 03:14 UTC',
      place,
      map: 'data:,',
      cairn: 'anchored' as const,
      host: 'cairn.example',
      sha256,
      isDemo,
    }),
  )
const sizeOf = (place: string) =>
  Number(new RegExp(`font-size:(\\d+)px[^<]*>${place}`).exec(draw(place))?.[1])

test('a longer place name is written smaller, and a word that is longer than a line is broken', () => {
  const names = [
    'Berlin',
    'San Pedro Sula de los Caballeros, Honduras',
    'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogoch, United Kingdom',
  ]
  expect(names.map(sizeOf)).toEqual([34, 27, 22])
  expect(names.map((name) => draw(name).includes('word-break:break-all'))).toEqual([false, false, true])
})

test('the stones of a card say no more than what is known of the record: the top one, for the file, is never laid', () => {
  const laidOf = (cairn: CardCairn) => {
    const card = {
      sentence: '',
      place: undefined,
      map: undefined,
      host: '',
      sha256: undefined,
      isDemo: false,
    }
    const html = renderToStaticMarkup(createElement(ProofCard, { ...card, cairn }))
    const shapes = [...html.matchAll(/<ellipse[^>]*(stroke-dasharray)|<g>/g)].map(([, dashed]) => !dashed)
    return shapes.map((isLaid) => (isLaid ? 1 : 0)).join('')
  }
  expect([laidOf('anchored'), laidOf('pending'), laidOf('open')]).toEqual(['011111', '000001', '000000'])
})

test('the map is not cropped, and stands without a name', () => {
  const html = draw(undefined)
  expect(html).toContain(`width="${cardMapSize.width}" height="${cardMapSize.height}"`)
  expect(html).not.toContain('object-fit')
  expect(html).toContain('claimed place')
})

test('the card of a record has its whole fingerprint in digits that the search finds', () => {
  const sha256 = Array.from({ length: 32 }, (_, byte) => byte.toString(16).padStart(2, '0')).join('')
  const [, first, second] = /Fingerprint \(SHA-256\)<\/div><div>([^<]*)<\/div><div>([^<]*)<\/div>/.exec(
    draw(undefined, sha256),
  )!
  expect(readSearchedId(`${first} ${second}`)).toMatchObject({ value: expect.stringMatching(`${sha256}$`) })
  expect(draw(undefined)).not.toContain('Fingerprint')
})

test('the time of a card stands beside UTC', () => {
  expect(draw(undefined)).toMatch(/27 Nov 2026, 03:14<span[^>]*>UTC<\/span>/)
})

test('a card says that no file was checked, and only that of a demonstration that it is one', () => {
  expect(draw(undefined)).toContain('No file was checked: this is the record.')
  expect(draw(undefined)).not.toMatch(/demo/i)
  expect(draw(undefined, undefined, true)).toContain('Demonstration: test chain, test money.')
})

test('the time of a record fits beside the map on any day of the year', async () => {
  const outline = await readLabelOutlines()
  const widthOf = (text: string, fontSize: number, spacing: number) =>
    (outline(text, 600)!.width * fontSize) / outlineSize + text.length * spacing * fontSize
  const { fontSize, zoneFontSize, gap, letterSpacing, width } = cardTime
  const zone = gap + widthOf('UTC', zoneFontSize, 0)
  for (let month = 0; month < 12; month++) {
    const time = new Date(Date.UTC(2028, month, 28, 20, 0)).toISOString()
    const { title } = shareWords({ state: 'anchored', time, isWithdrawn: false })
    const shown = / since (.*) UTC/.exec(title)![1]!
    expect(widthOf(shown, fontSize, letterSpacing) + zone, shown).toBeLessThan(width)
  }
})
