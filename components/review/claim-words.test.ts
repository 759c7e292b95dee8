import { expect, test } from 'vitest'
import { claimOrigins, claimsFit, placeMatches, timeMatches } from '#lib/domain/film/match-claims'
import { misfits, sourceText } from './claim-words.ts'

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
