import fc from 'fast-check'
import { expect, test } from 'vitest'
import { claimChecks } from './claim-checks.ts'
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
