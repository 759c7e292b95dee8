import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FoundTime } from '#lib/domain/proof/capture'
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

const from = (placeFrom: string, timeFrom: string, clocksContradict = false) => ({
  placeFrom,
  timeFrom,
  clocksContradict,
})

test('the file’s own place and time are each preferred', () => {
  const time: FoundTime = { kind: 'instant', seconds: at('2026-11-18T12:00:00Z') }
  const capturedAt = time.seconds
  expect(decideFacts({ film: { cell: 3, time }, said, now })).toEqual({
    cell: 3,
    capturedAt,
    ...from('file', 'file'),
  })
  expect(decideFacts({ film: { cell: undefined, time }, said, now })).toEqual({
    cell: 7,
    capturedAt,
    ...from('declared', 'file'),
  })
  expect(decideFacts({ film: { ...silent, cell: 3 }, said, now })).toEqual({
    cell: 3,
    capturedAt: said.capturedAt,
    ...from('file', 'declared'),
  })
  expect(decideFacts({ film: silent, said, now })).toEqual({ ...said, ...from('declared', 'declared') })
})

test('each of place and time comes from the strongest that states it, and says so', () => {
  const cell = fc.option(fc.integer({ min: 0, max: 2 ** 30 - 1 }), { nil: null })
  const second = fc.option(fc.integer({ min: now.getTime() / 1_000 - 3_600, max: now.getTime() / 1_000 }), {
    nil: null,
  })
  fc.assert(
    fc.property(cell, cell, second, second, (signedCell, ownCell, signedTime, ownTime) => {
      const time: FoundTime = ownTime === null ? { kind: 'none' } : { kind: 'instant', seconds: ownTime }
      const credentials = { cell: signedCell, capturedAt: signedTime }
      const facts = decideFacts({ film: { cell: ownCell ?? undefined, time, credentials }, said, now })
      const origin = (signed: number | null, own: number | null) =>
        signed !== null ? 'credentials' : own !== null ? 'file' : 'declared'
      expect(facts).toEqual({
        cell: signedCell ?? ownCell ?? said.cell,
        capturedAt: signedTime ?? ownTime ?? said.capturedAt,
        ...from(origin(signedCell, ownCell), origin(signedTime, ownTime)),
      })
    }),
  )
})

test('clocks contradict if no time zone explains their difference, and the preferred time stays', () => {
  const local = (text: string): FoundTime => ({ kind: 'local', seconds: at(text) })
  const isContradictory = (time: FoundTime, signed?: string) => {
    const credentials = { cell: null, capturedAt: signed === undefined ? null : at(signed) }
    return decideFacts({ film: { cell: 3, time, credentials }, said, now }).clocksContradict
  }
  expect(isContradictory(local('2026-11-20T02:00:00Z'))).toBe(false)
  expect(isContradictory(local('2026-11-19T00:00:00Z'))).toBe(false)
  expect(isContradictory(local('2026-11-16T12:00:00Z'))).toBe(true)
  const clocks: FoundTime = { kind: 'contradictory', local: at('2026-11-16T12:00:00Z'), utc: said.capturedAt }
  expect(isContradictory(clocks)).toBe(true)
  const own: FoundTime = { kind: 'instant', seconds: at('2026-11-18T12:00:00Z') }
  expect(isContradictory(own, '2026-11-18T12:00:00Z')).toBe(false)
  expect(isContradictory(own, '2026-11-15T12:00:00Z')).toBe(true)
})

test('a local time in the file needs a time from the contributor', () => {
  const film = { cell: 3, time: { kind: 'local', seconds: said.capturedAt + 3_600 } as FoundTime }
  expect(decideFacts({ film, said, now })).toEqual({
    cell: 3,
    capturedAt: said.capturedAt,
    ...from('file', 'declared'),
  })
  expect(refusal(film, {})).toEqual(['captured_at', expect.stringContaining('is local')])
})

test.each([
  ['in the future', at('2026-11-20T12:00:01Z')],
  ['before 1970', -1],
])('a time %s is refused, and the error names the field that stated it', (when, seconds) => {
  expect(refusal(silent, { cell: 7, capturedAt: seconds })).toEqual([
    'captured_at',
    expect.stringContaining(when),
  ])
  const film = { cell: 3, time: { kind: 'instant', seconds } as FoundTime }
  expect(refusal(film, said)).toEqual(['upload_id', expect.stringContaining(when)])
})

test('the error names the missing field, the place first', () => {
  expect(refusal(silent, {})).toEqual(['location', expect.stringContaining('no place')])
  expect(refusal(silent, { cell: 7 })).toEqual(['captured_at', expect.stringContaining('no time')])
})
