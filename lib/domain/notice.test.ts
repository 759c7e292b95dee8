import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noticeKinds, noticeSentence, pushMessage, pushOutcome } from '#lib/domain/notice'

test('a notification has one sentence and a page of the contributor, but no data of the film', () => {
  for (const kind of noticeKinds) {
    const { text, path, tag } = pushMessage({ noticeId: '7', kind })
    expect(text).toBe(noticeSentence[kind])
    expect(text).toMatch(/^[A-Z][a-z ,.A-Z]+\.$/)
    expect(['/board/submissions', '/board/earnings']).toContain(path)
    expect(tag).toBe('notice-7')
  }
})

test.each([
  [201, 'delivered'],
  [204, 'delivered'],
  [404, 'gone'],
  [410, 'gone'],
  [400, 'refused'],
  [403, 'refused'],
  [413, 'refused'],
  [301, 'again'],
  [101, 'again'],
  [408, 'again'],
  [425, 'again'],
  [429, 'again'],
  [500, 'again'],
  [503, 'again'],
  [undefined, 'again'],
] as const)('an answer of %s means %s', (status, outcome) => {
  expect(pushOutcome(status)).toBe(outcome)
})

test('only an answer that says so ends a subscription', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 599 }), (status) => {
      expect(pushOutcome(status) === 'gone').toBe(status === 404 || status === 410)
    }),
  )
})
