import { expect, test } from 'vitest'
import type { FoundTime } from '#lib/domain/capture'
import { decideFacts } from '#lib/services/submissions/decide-facts'

const now = new Date('2026-11-20T12:00:00Z')
const at = (text: string) => Date.parse(text) / 1_000
const said = { cell: 7, capturedAt: at('2026-11-19T12:00:00Z') }
const silent: { cell: number | undefined; time: FoundTime } = { cell: undefined, time: { kind: 'none' } }
const refusal = (film: typeof silent, words: { cell?: number; capturedAt?: number }) => {
  try {
    return decideFacts({ film, said: words, now })
  } catch (error) {
    return [(error as { field: string }).field, (error as Error).message]
  }
}

test('what the file says wins, each for itself', () => {
  const time: FoundTime = { kind: 'instant', seconds: at('2026-11-18T12:00:00Z') }
  expect(decideFacts({ film: { cell: 3, time }, said, now })).toEqual({ cell: 3, capturedAt: time.seconds })
  expect(decideFacts({ film: { cell: undefined, time }, said, now })).toEqual({
    cell: 7,
    capturedAt: time.seconds,
  })
  expect(decideFacts({ film: { ...silent, cell: 3 }, said, now })).toEqual({
    cell: 3,
    capturedAt: said.capturedAt,
  })
  expect(decideFacts({ film: silent, said, now })).toEqual(said)
})

test('a local time in the file needs the contributor’s word', () => {
  const film = { cell: 3, time: { kind: 'local', seconds: 1_000 } as FoundTime }
  expect(decideFacts({ film, said, now })).toEqual({ cell: 3, capturedAt: said.capturedAt })
  expect(refusal(film, {})).toEqual(['captured_at', expect.stringContaining('is local')])
})

test.each([
  ['in the future', at('2026-11-20T12:00:01Z')],
  ['before 1970', -1],
])('a time %s is refused, and blamed on whoever said it', (when, seconds) => {
  expect(refusal(silent, { cell: 7, capturedAt: seconds })).toEqual([
    'captured_at',
    expect.stringContaining(when),
  ])
  const film = { cell: 3, time: { kind: 'instant', seconds } as FoundTime }
  expect(refusal(film, said)).toEqual(['upload_id', expect.stringContaining(when)])
})

test('what is missing is named, the place first', () => {
  expect(refusal(silent, {})).toEqual(['location', expect.stringContaining('no place')])
  expect(refusal(silent, { cell: 7 })).toEqual(['captured_at', expect.stringContaining('no time')])
})
