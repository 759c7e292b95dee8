import { DOMParser } from '@xmldom/xmldom'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noticeSentence } from '#lib/domain/notice'
import { writeNoticeFeed } from '#lib/http/documents/notice-feed'
import type { Notices } from '#lib/schemas/notice'

const env = { baseUrl: 'https://cairn.test' }
type Notice = Notices['notices'][number]
const notice = (changes: Partial<Notice>): Notice => ({
  notice_id: '7',
  kind: 'declined',
  text: noticeSentence.declined,
  at: '2026-11-20T10:00:00Z',
  submission_id: 'sub_1',
  declined: { reason: 'blurred', text: 'Slower, please.' },
  bounty: { bounty_id: 'bty_1', title: 'The well', board_url: 'https://cairn.test/board/bty_1' },
  ...changes,
})

/** Throws if the text is not well-formed. */
function read(text: string) {
  const faults: string[] = []
  const parser = new DOMParser({ onError: (_, message) => void faults.push(message) })
  const document = parser.parseFromString(text, 'text/xml')
  expect(faults).toEqual([])
  const textsOf = (name: string) => [...document.getElementsByTagName(name)].map((node) => node.textContent)
  return { textsOf }
}

test('any text of strangers leaves it well-formed, and remains text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (title, text) => {
      const bounty = { ...notice({}).bounty, title: `${title}]]>` }
      const declined = { reason: 'other' as const, text: `<b>&amp;${text}` }
      const { textsOf } = read(writeNoticeFeed(env, [notice({ bounty, declined })]))
      expect(textsOf('entry')).toHaveLength(1)
      expect(textsOf('content')[0]).toContain('<b>&amp;')
    }),
  )
})

test('a decline comes with its reason, the words of the poster, and the bounty', () => {
  const { textsOf } = read(writeNoticeFeed(env, [notice({}), notice({ notice_id: '6', declined: null })]))
  expect(textsOf('content')).toEqual([
    'Bounty: The well\n\nThe film is too blurred, or its resolution is too low.\n\nThe poster says: Slower, please.',
    'Bounty: The well',
  ])
  expect(new Set(textsOf('id')).size).toBe(3)
})

test('a contributor without notices has an empty feed', () => {
  expect(read(writeNoticeFeed(env, [])).textsOf('entry')).toEqual([])
})
