import { expect, test } from 'vitest'
import { claimOrigins, claimsFit, placeMatches, timeMatches } from '#lib/domain/film/match-claims'
import {
  claimMark,
  claimsText,
  misfits,
  modelDoubt,
  sourcesText,
  sourceText,
  unconfirmed,
} from './claim-words.ts'

const claims = { place_from: null, time_from: null, captured_at: null, geohash: null }

test('the poster is warned of exactly the films that are never sold', () => {
  for (const placeMatch of placeMatches)
    for (const timeMatch of timeMatches) {
      const warned = misfits({ ...claims, place_match: placeMatch, time_match: timeMatch }).length > 0
      expect(warned, `${placeMatch} ${timeMatch}`).toBe(!claimsFit({ placeMatch, timeMatch }))
    }
})

test('a film of another place and an earlier time is warned of for both', () => {
  expect(misfits({ ...claims, place_match: 'elsewhere', time_match: 'before_order' })).toHaveLength(2)
})

test('each origin of a claim has a sentence of its own', () => {
  const texts = [...claimOrigins, null].map(sourceText)
  expect(new Set(texts).size).toBe(texts.length)
})

test('a place that only the contributor or the metadata of the file names gets no check mark', () => {
  expect([...claimOrigins, null].filter((from) => claimMark(from) === 'done')).toEqual(['credentials'])
})

test('the poster is warned of a film of which a model is doubtful or unlikely, and reads why there is no forecast', () => {
  const of = (model_forecast: 'likely' | 'doubtful' | 'unlikely' | null) =>
    modelDoubt({
      model_forecast,
      model_forecast_reason: 'It turned.',
      model_forecast_status: 'ready',
      quality_reasons: [],
      quality_status: 'fail',
      preview_status: 'ready',
    })
  expect(of('unlikely')).toBe('A 3D model is unlikely. It turned. You get the film all the same.')
  expect(of('doubtful')).toContain('A 3D model is doubtful.')
  expect(of('likely')).toBeUndefined()
  expect(of(null)).toBe('No forecast of a 3D model: the film did not pass the check.')
})

test('what only the contributor states is said before the payment', () => {
  const of = (place_from: 'declared' | 'file' | null, time_from: typeof place_from) =>
    unconfirmed({ ...claims, place_match: 'inside', time_match: 'after_order', place_from, time_from })
  expect(of('declared', 'declared')).toBe(
    'Place and time are the contributor’s claim; nothing in the file confirms them.',
  )
  expect(of('declared', 'file')).toBe(
    'The place is the contributor’s claim; nothing in the file confirms it.',
  )
  expect(of('file', 'declared')).toBe('The time is the contributor’s claim; nothing in the file confirms it.')
  expect([of('file', 'file'), of(null, null)]).toEqual([undefined, undefined])
})

test('the sources of place and time are told once if they are the same', () => {
  expect(sourcesText({ place_from: 'declared', time_from: 'declared' })).toBe('Only the contributor says so.')
  expect(sourcesText({ place_from: 'declared', time_from: 'file' })).toBe(
    'Place: Only the contributor says so. Time: The file’s own metadata says so. It can be changed.',
  )
  expect(sourcesText({ place_from: null, time_from: null })).toBe('The source was not recorded.')
})

test.each([
  [{ place_match: 'inside', time_match: 'after_order' }, 'In your area, after your order'],
  [{ place_match: 'near', time_match: 'before_order' }, 'Near your area, before your order'],
  [
    { place_match: 'elsewhere', time_match: 'contradictory', place_from: 'declared' },
    'Claimed: outside your area, at a time that cannot be right',
  ],
  [{ place_match: 'unknown', time_match: 'after_order' }, 'After your order'],
  [
    { place_match: 'unknown', time_match: 'unknown', geohash: null, captured_at: null },
    'Place not known, time not known',
  ],
] as const)('place and time of %j in a line are: %s', (changes, text) => {
  const known = {
    place_from: 'file',
    time_from: 'file',
    geohash: 'u33db2',
    captured_at: '2026-11-20T10:00:00Z',
  } as const
  expect(claimsText({ ...known, ...changes })).toBe(text)
})
