import { DOMParser } from '@xmldom/xmldom'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeFeed } from '#lib/http/documents/board-feed'
import type { BoardEntry } from '#lib/services/bounties/board-entry'

const env = { baseUrl: 'https://cairn.test', networks: [] }
const entry = (changes: Partial<BoardEntry>): BoardEntry => ({
  hidden: null,
  cancelled: null,
  bountyId: 'bty_1',
  state: 'open',
  title: 'The well',
  brief: 'Once around.',
  geohash: null,
  amountUsdc: 60,
  deadline: new Date('2026-12-01T00:00:00Z'),
  isOver: false,
  chainId: 8453,
  escrow: `0x${'44'.repeat(20)}`,
  onchainId: 1,
  numberIsFinal: true,
  createTx: null,
  paidAt: new Date('2026-11-20T10:00:00Z'),
  poster: { accepted: 0, cancelled: 0, expired_with_submissions: 0 },
  filmCount: 0,
  ...changes,
})

/** Throws if the text is not well-formed. */
function read(text: string) {
  const faults: string[] = []
  const onError = (_: string, message: string) => {
    // A text may have this character. The parser only suspects a wrong encoding.
    if (!message.startsWith('Unicode replacement character')) faults.push(message)
  }
  const document = new DOMParser({ onError }).parseFromString(text, 'text/xml')
  expect(faults).toEqual([])
  const textsOf = (name: string) => [...document.getElementsByTagName(name)].map((node) => node.textContent)
  const links = [...document.getElementsByTagName('link')].map((node) => node.getAttribute('href'))
  return { textsOf, links }
}

test('any text of strangers leaves it well-formed, and remains text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (title, brief) => {
      const { textsOf } = read(writeFeed(env, [entry({ title: `${title}]]>`, brief: `<b>&amp;${brief}` })]))
      expect(textsOf('entry')).toHaveLength(1)
      expect(textsOf('title')[1]).toMatch(/\]\]>$/)
      expect(textsOf('content')[0]).toContain('<b>&amp;')
    }),
    { examples: [['', '\ufffd']] },
  )
})

test('it says what is wanted, for how much, until when and where, by absolute addresses', () => {
  const { textsOf, links } = read(writeFeed(env, [entry({ geohash: 'u33db2' })]))
  expect(textsOf('summary')).toEqual(['60.00 USDC on chain 8453 · until 2026-12-01T00:00:00Z · cell u33db2'])
  expect(textsOf('updated')).toEqual(['2026-11-20T10:00:00Z', '2026-11-20T10:00:00Z'])
  expect(links).toEqual([
    'https://cairn.test/board',
    'https://cairn.test/board/feed.xml',
    'https://cairn.test/board/bty_1',
  ])
})

test('an empty board is an empty feed', () => {
  expect(read(writeFeed(env, [])).textsOf('entry')).toEqual([])
})
