import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findPlaces } from '#lib/services/places/find-places'

const find = (q: string) => findPlaces({ input: { q } })

test.each([
  ['Berlin', 'Berlin', 'DE', 'u33d'],
  ['zurich', 'Zürich', 'CH', 'u0qj'],
  ['SÃO PAULO', 'São Paulo', 'BR', '6gyf'],
  ['saint-deni', 'Saint-Denis', 'RE', 'mhr'],
])('%s is found as %s', (q, name, country, geohash) => {
  const [first] = find(q)
  expect(first).toMatchObject({ name, country })
  expect(first!.geohash.startsWith(geohash)).toBe(true)
})

test('at most eight, the largest first, each no finer than five characters', () => {
  const found = find('san')
  expect(found).toHaveLength(8)
  const sizes = found.map(({ population }) => population)
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
  for (const { geohash } of found) expect(geohash).toMatch(/^[0-9b-hjkmnp-z]{5}$/)
})

test('whatever is asked for is answered', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (q) => {
      expect(find(q).length).toBeLessThanOrEqual(8)
    }),
    { numRuns: 20 },
  )
  expect(find('--')).toEqual([])
  expect(find('zzzzzzzz')).toEqual([])
})
