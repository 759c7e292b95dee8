import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centreOf, geohashBounds } from '#lib/domain/geo/geohash-area'
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

test('at most eight results, largest first, with geohashes of five characters', () => {
  const found = find('san')
  expect(found).toHaveLength(8)
  const sizes = found.map(({ population }) => population)
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
  for (const { geohash } of found) expect(geohash).toMatch(/^[0-9b-hjkmnp-z]{5}$/)
})

test('the centre of a town is fine enough for a circle of 2.5 km around it to hold its cathedral', () => {
  const florence = find('florence')[0]!
  expect(florence.centre.startsWith(florence.geohash)).toBe(true)
  const { latitude, longitude } = centreOf(geohashBounds(florence.centre)!)
  const km = Math.hypot((latitude - 43.7731) * 111, (longitude - 11.256) * 80)
  expect(km).toBeLessThan(2)
})

test('towns of one name and country are told apart by a larger town nearby, others are not', () => {
  const found = find('paris')
  const american = found.filter(({ name, country }) => name === 'Paris' && country === 'US')
  expect(american.length).toBeGreaterThan(2)
  expect(new Set(american.map(({ near }) => near)).size).toBe(american.length)
  expect(american.map(({ near }) => near)).not.toContain(undefined)
  expect(found.find(({ country }) => country === 'FR')).not.toHaveProperty('near')
})

test('any text gets an answer', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (q) => {
      expect(find(q).length).toBeLessThanOrEqual(8)
    }),
    { numRuns: 20 },
  )
  expect(find('--')).toEqual([])
  expect(find('zzzzzzzz')).toEqual([])
})

test.each([
  ['Florence Italy', 'Florence', 'IT'],
  ['berlin germany', 'Berlin', 'DE'],
  ['London, Canada', 'London', 'CA'],
  ['Paris, US', 'Paris', 'US'],
  ['cambridge usa', 'Cambridge', 'US'],
  ['Paris, Texas', 'Paris', 'US'],
  ['portland oregon', 'Portland', 'US'],
  ['New York United States', 'New York City', 'US'],
  ['Fiesole, Florence', 'Fiesole', 'IT'],
])('%s is the town in the country or near the town that follows it', (q, name, country) => {
  expect(find(q)[0]).toMatchObject({ name, country })
  expect(find(q).every((place) => place.country === country)).toBe(true)
})

test('the label of a suggestion finds the same town again', () => {
  const town = find('springfield')[3]!
  expect(find(`Springfield, near ${town.near}, United States`)).toContainEqual(
    expect.objectContaining({ centre: town.centre }),
  )
})

test('a part of a town leads to the town that is named with it, not to a far town of that name', () => {
  expect(find('Santa Croce, Florence').map(({ name }) => name)).toEqual(['Florence'])
  expect(find('Piazza della Signoria, Florence').map(({ name }) => name)).toEqual(['Florence'])
})

test('words that name no country and no town are ignored after a comma, and not taken for one without it', () => {
  expect(find('Florence, qqqqq')[0]).toMatchObject({ name: 'Florence', country: 'IT' })
  expect(find('Santo Spirito')).toEqual([])
})
