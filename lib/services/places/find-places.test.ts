import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Context } from '#lib/adapters/context'
import { centreOf, geohashBounds } from '#lib/domain/geo/geohash-area'
import { findPlaces } from '#lib/services/places/find-places'

const contextWith = (streets: unknown) => ({ env: { map: { streets } } }) as unknown as Context
const answer = (q: string, streets?: unknown) => findPlaces({ ctx: contextWith(streets), input: { q } })
const find = async (q: string, streets?: unknown) => (await answer(q, streets)).places
const florenceMap = { kind: 'file', path: 'sandbox/florence.pmtiles' }

test.each([
  ['Berlin', 'Berlin', 'DE', 'u33d'],
  ['zurich', 'Zürich', 'CH', 'u0qj'],
  ['SÃO PAULO', 'São Paulo', 'BR', '6gyf'],
  ['saint-deni', 'Saint-Denis', 'RE', 'mhr'],
  // Bathinda is larger.
  ['bath', 'Bath', 'GB', 'gcn'],
])('%s is found as %s', async (q, name, country, geohash) => {
  const [first] = await find(q)
  expect(first).toMatchObject({ name, country })
  expect(first!.geohash.startsWith(geohash)).toBe(true)
})

test('at most eight results, largest first, with geohashes of five characters', async () => {
  const found = await find('san')
  expect(found).toHaveLength(8)
  const sizes = found.map(({ population }) => population)
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
  for (const { geohash } of found) expect(geohash).toMatch(/^[0-9b-hjkmnp-z]{5}$/)
})

test('the centre of a town is fine enough for a circle of 2.5 km around it to hold its cathedral', async () => {
  const florence = (await find('florence'))[0]!
  expect(florence.centre.startsWith(florence.geohash)).toBe(true)
  const { latitude, longitude } = centreOf(geohashBounds(florence.centre)!)
  const km = Math.hypot((latitude - 43.7731) * 111, (longitude - 11.256) * 80)
  expect(km).toBeLessThan(2)
})

test('towns of one name and country are told apart by a larger town nearby, others are not', async () => {
  const found = await find('paris')
  const american = found.filter(({ name, country }) => name === 'Paris' && country === 'US')
  expect(american.length).toBeGreaterThan(2)
  expect(new Set(american.map(({ near }) => near)).size).toBe(american.length)
  expect(american.map(({ near }) => near)).not.toContain(undefined)
  expect(found.find(({ country }) => country === 'FR')).not.toHaveProperty('near')
})

test('any text gets an answer', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 80 }), async (q) => {
      expect((await find(q)).length).toBeLessThanOrEqual(8)
    }),
    { numRuns: 20 },
  )
  expect(await find('--')).toEqual([])
  expect(await find('zzzzzzzz')).toEqual([])
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
])('%s is the town in the country or near the town that follows it', async (q, name, country) => {
  expect((await find(q))[0]).toMatchObject({ name, country })
  expect((await find(q)).every((place) => place.country === country)).toBe(true)
})

test.each([
  'central florence',
  'Central Florence, Italy',
  'Firenze centro',
  'centro di Firenze',
  'Florence city centre',
  'the center of Florence',
  'downtown florence',
])('%s, the middle of a town, finds the town first', async (q) => {
  expect((await find(q))[0]).toMatchObject({ name: 'Florence', country: 'IT' })
  expect((await find(q, florenceMap))[0]).toMatchObject({ name: 'Florence', country: 'IT' })
})

test('a town or landmark with a word for the middle in its name is found by its name', async () => {
  expect((await find('Central Falls'))[0]).toMatchObject({ name: 'Central Falls', country: 'US' })
  expect((await find('Central Market', florenceMap))[0]!.name).toMatch(/Mercato|Market/)
})

test('the label of a suggestion finds the same town again', async () => {
  const town = (await find('springfield'))[3]!
  expect(await find(`Springfield, near ${town.near}, United States`)).toContainEqual(
    expect.objectContaining({ centre: town.centre }),
  )
})

test('a part of a town leads to the town that is named with it, not to a far town of that name', async () => {
  expect((await find('Santa Croce, Florence')).map(({ name }) => name)).toEqual(['Florence'])
  expect((await find('Piazza della Signoria, Florence')).map(({ name }) => name)).toEqual(['Florence'])
})

test('words that name no country and no town are ignored after a comma, and without a comma nothing is found', async () => {
  expect((await find('Florence, qqqqq'))[0]).toMatchObject({ name: 'Florence', country: 'IT' })
  expect(await find('Santo Spirito')).toEqual([])
})

test('squares and sights of the street map are found by their words, in any language it has, and where they are', async () => {
  const [square] = await find('Piazza Santa Croce', florenceMap)
  expect(square).toMatchObject({
    name: expect.stringMatching(/^Piazza (di )?Santa Croce$/),
    country: 'IT',
    near: 'Florence',
  })
  expect(square!.latitude).toBeCloseTo(43.769, 2)
  expect(square!.longitude).toBeCloseTo(11.261, 2)
  for (const q of ['ponte vecchio', 'Ponte Vecchio Florence', 'Ponte Vecchio, Italy'])
    expect((await find(q, florenceMap))[0]).toMatchObject({ name: 'Ponte Vecchio', near: 'Florence' })
  expect(await find('Ponte Vecchio, Germany', florenceMap)).toEqual([])
})

test.each([
  'cathedral florence',
  'Florence cathedral',
  'Florence, cathedral',
  'Duomo di Firenze',
  'Firenze Duomo',
  'Duomo',
  'the cathedral of Florence',
])('%s finds the cathedral of Florence first', async (q) => {
  const [first] = await find(q, florenceMap)
  expect(first).toMatchObject({ name: 'Cattedrale di Santa Maria del Fiore', near: 'Florence' })
  expect(first!.latitude).toBeCloseTo(43.773, 2)
  expect(first!.longitude).toBeCloseTo(11.256, 2)
})

test.each([
  ['church santa croce', /^Basilica (di Santa Croce|of the Holy Cross)$/],
  ['square cathedral', /^Piazza del Duomo$/],
  ['museum san marco', /^Museo di San Marco$/],
  ['vecchio bridge', /^Ponte Vecchio$/],
  ['santa maria novella station', /^Stazione di Santa Maria Novella$/],
  ['cascine park florence', /^Parco delle Cascine$/],
])('%s finds a place by the English word for its kind', async (q, name) => {
  expect((await find(q, florenceMap))[0]!.name).toMatch(name)
})

test('landmarks come before a far village of their name, which is named with a larger town', async () => {
  const found = await find('Duomo', florenceMap)
  expect(found.slice(0, 2).map(({ name }) => name)).toEqual([
    'Cattedrale di Santa Maria del Fiore',
    'Piazza del Duomo',
  ])
  expect(found).toContainEqual(expect.objectContaining({ name: 'Duomo', near: 'Brescia' }))
  const rome = await find('Roma', florenceMap)
  expect(rome[0]).toMatchObject({ name: 'Rome', country: 'IT' })
  expect(rome.map(({ name }) => name)).toContain('Via Roma')
})

test('a landmark that is not on the street map leads to the town that is named with it', async () => {
  for (const q of ['Eiffel tower Paris', 'Paris Eiffel tower'])
    expect((await find(q, florenceMap)).map(({ name }) => name)).toEqual(['Paris'])
  expect((await find('Duomo, Fiesole', florenceMap)).map(({ name }) => name)).toEqual(['Fiesole'])
})

test('a town that only a part of the query names says so, and where streets are known', async () => {
  for (const q of ['Piazza Castello', 'Piazza Castello, Torino', 'Eiffel tower Paris'])
    expect([q, await answer(q, florenceMap)]).toMatchObject([
      q,
      { is_part: true, streets_around: 'Florence' },
    ])
  for (const q of ['Castello', 'Ponte Vecchio', 'Fiesole, Florence', 'Florence Italy', 'central florence'])
    expect([q, (await answer(q, florenceMap)).is_part]).toEqual([q, undefined])
  expect(await answer('Piazza Castello')).not.toHaveProperty('streets_around')
})

test('hotels are not among the landmarks, and a palace with a name of a hotel is', async () => {
  expect(await find('hotel', florenceMap)).toEqual([])
  expect(await find('Together Florence Inn', florenceMap)).toEqual([])
  expect((await find('Palazzo Vecchio', florenceMap))[0]).toMatchObject({ near: 'Florence' })
})

test.each([
  ['München', 'Munich', 'DE'],
  ['Muenchen', 'Munich', 'DE'],
  ['Nuernberg', 'Nürnberg', 'DE'],
  ['florenz', 'Florence', 'IT'],
  ['Firenze', 'Florence', 'IT'],
  ['Mailand', 'Milan', 'IT'],
  ['cologne', 'Köln', 'DE'],
  ['Москва', 'Moscow', 'RU'],
  ['東京', 'Tokyo', 'JP'],
  ['spezia', 'La Spezia', 'IT'],
])('%s, a name in another language, finds %s', async (q, name, country) => {
  expect((await find(q))[0]).toMatchObject({ name, country })
})

test('a town of the street map has its centre where the map writes its name, and comes before its landmarks', async () => {
  const [florence] = await find('florence', florenceMap)
  expect(florence).toMatchObject({ name: 'Florence', country: 'IT' })
  expect(Math.hypot((florence!.latitude - 43.7731) * 111, (florence!.longitude - 11.256) * 80)).toBeLessThan(
    0.5,
  )
})

test('a street map that cannot be read leaves the towns', async () => {
  const warned: unknown[] = []
  const ctx = {
    env: { map: { streets: { kind: 'file', path: 'sandbox/none.pmtiles' } } },
    log: { warn: (_: unknown, text: string) => warned.push(text) },
  } as unknown as Context
  expect((await findPlaces({ ctx, input: { q: 'berlin' } })).places[0]).toMatchObject({ name: 'Berlin' })
  expect(warned).toEqual(['no names of streets'])
})
