import fc from 'fast-check'
import { expect, test } from 'vitest'
import { claimChecks, misfitsIn, type StatedClaims } from './claim-checks.ts'
import type { MovieClaims } from './movie-claims.ts'

const orderedAt = Date.parse('2026-11-20T00:00:00Z') / 1_000
const now = Date.parse('2026-11-21T00:00:00Z') / 1_000
const claims = (changes: Partial<MovieClaims>): MovieClaims => ({
  position: '+52.5100+013.4000/',
  times: [undefined, '2026-11-20T10:00:00.000Z'],
  ...changes,
})
const found = (changes: Partial<MovieClaims>, place: string | null = 'u33d8z') =>
  claimChecks({ claims: claims(changes), asked: { place, orderedAt }, now }).map(
    ({ name, is }) => `${name} ${is}`,
  )

test.each([
  ['where and when it was asked for', {}, ['place good', 'time good']],
  ['elsewhere', { position: '-33.8568+151.2153/' }, ['place bad', 'time good']],
  ['before the order', { times: [undefined, '2026-11-01T10:00:00Z'] }, ['place good', 'time bad']],
  ['in the future', { times: [undefined, '2026-12-01T10:00:00Z'] }, ['place good', 'time bad']],
  [
    'by clocks that contradict each other',
    { times: ['2026-11-18T10:00:00+0100', '2026-11-20T10:00:00Z'] },
    ['place good', 'time bad'],
  ],
  ['by a file without either', { position: undefined, times: [] }, ['place unknown', 'time unknown']],
  ['at 0, 0, which is no place', { position: '+00.0000+000.0000/' }, ['place unknown', 'time good']],
] as const)('a film made %s is told so', (_, changes, expected) => {
  expect(found(changes as Partial<MovieClaims>)).toEqual(expected)
})

test('what the contributor says counts where the file says nothing, and is compared in the same way', () => {
  const say = (stated: StatedClaims, changes: Partial<MovieClaims> = { position: undefined, times: [] }) =>
    claimChecks({ claims: claims(changes), stated, asked: { place: 'u33d8z', orderedAt }, now })
  const [paris, early] = say({ place: 'u09tun', capturedAt: orderedAt - 86_400 })
  expect(paris).toMatchObject({ is: 'bad', text: expect.stringContaining('(distance: about 880 km)') })
  expect(early).toMatchObject({ is: 'bad', text: expect.stringContaining('before the bounty was posted') })
  expect(misfitsIn(say({ place: 'u09tun', capturedAt: orderedAt - 86_400 }))).toHaveLength(2)
  const good = say({ place: 'u33d8z', capturedAt: orderedAt + 60 })
  expect(good.map(({ is }) => is)).toEqual(['good', 'good'])
  expect(misfitsIn(good)).toEqual([])
  expect(say({ place: 'u09tun', capturedAt: 0 }, {}).map(({ is }) => is)).toEqual(['good', 'good'])
})

test('a time some minutes before the bounty was posted is taken, and never called after it', () => {
  const text = (capturedAt: number, times: MovieClaims['times'] = []) =>
    claimChecks({
      claims: claims({ times }),
      stated: { capturedAt },
      asked: { place: null, orderedAt },
      now,
    }).find(({ name }) => name === 'time')
  const before = text(orderedAt - 180)
  expect(before).toEqual({ name: 'time', is: 'good', text: 'Time given: about when the bounty was posted' })
  expect(text(orderedAt)?.text).toBe('Time given: after the bounty was posted')
  const inFile = text(0, [undefined, '2026-11-19T23:57:00Z'])
  expect(inFile).toMatchObject({ is: 'good', text: 'Filmed about when the bounty was posted' })
})

test('a stated time in the future is to be corrected, and is no misfit to submit anyway', () => {
  const say = (capturedAt: number, times: MovieClaims['times'] = []) =>
    claimChecks({
      claims: claims({ times }),
      stated: { capturedAt },
      asked: { place: 'u33d8z', orderedAt },
      now,
    })
  const future = say(now + 86_400)
  expect(future[1]).toMatchObject({
    is: 'bad',
    field: 'captured_at',
    text: expect.stringContaining('future'),
  })
  expect(misfitsIn(future)).toEqual([])
  // The clock of the device may be some minutes fast.
  expect(say(now + 300)[1]).toMatchObject({ is: 'good' })
  // The file says another time, which counts instead.
  expect(say(now + 86_400, [undefined, '2026-11-20T10:00:00Z'])[1]).toMatchObject({ is: 'good' })
})

test('a stated place passes if the bounty names no place', () => {
  const asked = { place: null, orderedAt }
  const [place] = claimChecks({
    claims: claims({ position: undefined }),
    stated: { place: 'u09tun' },
    asked,
    now,
  })
  expect(place).toMatchObject({ name: 'place', is: 'good' })
})

test('the place of a film is judged only if the bounty has a place', () => {
  expect(found({}, null)).toEqual(['time good'])
})

test('no text of a file makes a check throw or invents a place', () => {
  const text = fc.option(fc.string(), { nil: undefined })
  fc.assert(
    fc.property(text, text, text, (position, recorded, created) => {
      const checks = found({ position, times: [recorded, created] })
      expect(checks.at(-1)).toMatch(/^time /)
    }),
  )
})
