import { expect, test } from 'vitest'
import { type SharedProof, shareWords } from '#lib/domain/proof/share-words'

const anchored = { state: 'anchored', time: '2026-11-23T15:34:09Z', isWithdrawn: false } as const

test('a shared proof states its time, and calls its place claimed', () => {
  expect(shareWords(anchored).title).toBe('On record since 23 Nov 2026, 15:34 UTC')
  expect(shareWords({ ...anchored, place: 'Near Lund, Sweden' }).title).toBe(
    'On record since 23 Nov 2026, 15:34 UTC; claimed place: near Lund, Sweden',
  )
})

test('a withdrawn capture is shared with its withdrawal and without its place', () => {
  const { title } = shareWords({ ...anchored, place: 'near Lund, Sweden', isWithdrawn: true })
  expect(title).toBe('On record since 23 Nov 2026, 15:34 UTC, and withdrawn')
})

test('the text for a link that could not be checked differs from the text for an unknown file', () => {
  const of = (state: 'unknown' | 'could_not_check' | 'pending') => shareWords({ state } satisfies SharedProof)
  expect(of('could_not_check').title).not.toBe(of('unknown').title)
  expect(of('could_not_check').description).toContain('This says nothing about the file')
  expect(of('unknown').description).toContain('That does not mean it is fake')
  expect(of('pending').title).toBe('On record, not anchored yet')
})
