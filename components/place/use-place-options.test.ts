import { expect, test } from 'vitest'
import { centreOf, geohashBounds } from '#lib/domain/geo/geohash-area'
import { nameIn, optionsFor, partWords, withheldProblem } from './use-place-options.ts'

const bern = {
  name: 'Bern',
  country: 'CH',
  geohash: 'u0m71',
  centre: 'u0m71w',
  latitude: 46.94809,
  longitude: 7.44744,
  population: 121_631,
}

test('a town comes before a cell of the same letters, and a cell before towns once there are digits', () => {
  expect(optionsFor('bern', [bern], 6).map(({ text }) => text)).toEqual(['Bern', 'bern'])
  expect(optionsFor('u0m7', [bern], 6).map(({ text }) => text)).toEqual(['u0m7', 'Bern'])
})

test('letters that nobody knows as a name are a cell only on purpose, with its position', () => {
  const [letters] = optionsFor('qqqzzx', [], 6)
  expect(letters).toMatchObject({ isGuess: true, hint: 'map cell (geohash) at 8.44° S, 111.08° E' })
  expect(optionsFor('u0m71w', [], 6)[0]).toMatchObject({ isGuess: false, hint: 'map cell (geohash)' })
})

test('a town that only a part of the text names is chosen on purpose only, and what is not known is said', () => {
  expect(optionsFor('Bar Bern', [bern], 6, true)[0]).toMatchObject({ text: 'Bern', isGuess: true })
  expect(optionsFor('bern', [bern], 6)[0]).toMatchObject({ isGuess: false })
  expect(partWords('Florence')).toContain('They are known only around Florence.')
  expect(partWords(undefined)).toContain('are not known here')
})

test('no option is finer than the cells that are asked for', () => {
  const options = [...optionsFor('u0m71wxyz', [bern], 4), ...optionsFor('46.948, 7.447', [bern], 4)]
  const { latitude, longitude } = centreOf(geohashBounds('u0m7')!)
  for (const { geohash, position } of options)
    expect([geohash, position]).toEqual(['u0m7', [longitude, latitude]])
  expect(options).toHaveLength(4)
})

test('swapped coordinates are accepted, with a note that they are swapped', () => {
  const [first] = optionsFor('147.3, -42.9', [], 6)
  expect(first?.hint).toBe('read as longitude, latitude')
})

test('towns of one name are told apart by a larger town', () => {
  const paris = {
    name: 'Paris',
    country: 'US',
    geohash: '9vup3',
    centre: '9vup3x',
    latitude: 33.66,
    longitude: -95.55,
    population: 24_782,
    near: 'Plano',
  }
  expect(optionsFor('paris', [paris], 6)[0]?.hint).toBe('near Plano, United States')
})

test('an option says where the middle of its place is, as longitude and latitude', () => {
  const [town] = optionsFor('bern', [bern], 6)
  expect(town?.position).toEqual([7.44744, 46.94809])
  const [position] = optionsFor('46.948, 7.4474', [], 6)
  expect(position?.position).toEqual([expect.closeTo(7.4474, 1), expect.closeTo(46.948, 1)])
})

test('a country without a name shows its code', () => {
  expect(optionsFor('x', [{ ...bern, country: '??' }], 6)[0]?.hint).toBe('??')
})

test('a landmark is a small cell with its town, and a town a large one', () => {
  const [clock] = optionsFor('zytglogge', [{ ...bern, name: 'Zytglogge', near: 'Bern', population: 0 }], 6)
  expect(clock).toMatchObject({ geohash: 'u0m71w', isLandmark: true, hint: 'Bern, Switzerland' })
  expect(optionsFor('bern', [bern], 6)[0]).toMatchObject({ geohash: 'u0m71', isLandmark: false })
})

test.each([
  ...['u0m71wxyz3', 'U0M71WX', '46.94809 N, 7.44744 E', '46,94809N 7,44744E', '46°56′53″N 7°26′51″E'],
  ...['N 46 56.885 E 7 26.846', '8FR9WCXW+6X', '46.94809, 7.44744', 'https://maps.example/@46.94809,7.44744'],
  ...['43 46 8.8 N, 11 15 20.4 E', '43 46 8.8 N', '43º46′08.9″ N 11º15′20.4″ E', '43º46′ N', '43:46:08.9N'],
  ...['43.46.08 north 11.15.20 east', '81042 48313 near Lund'],
  ...['43d46m08.9s N 11d15m20.4s E', '43 deg 46 min N', "43'46 N", '٤٣٫٧٦٩ شمال'],
  ...[
    '32T 681042 4848313',
    '32TPP8104248313',
    '32T PP 81042 48313',
    'srb 10 0 xk 4',
    'srb 10 0 xk',
    'u0m7-1wx',
  ],
])('an exact position such as %s is not sent to find a place', (text) => {
  expect(nameIn(text)).toBe('')
})

test('a text that is not searched is not shown as unknown', () => {
  expect(withheldProblem('43:46:08.9N 11:15:20.4E')).toContain('Type it as “48.8584, 2.2945”.')
  for (const text of ['Bern', '46.94809, 7.44744', 'u0m71wxyz3', '東', ''])
    expect(withheldProblem(text)).toBe('')
})

test.each([
  ...['u0m7', 'u0m71w', 'Bern', 'dresden', 'Piazza 4 Novembre', 'St. Louis', 'Paris, 75001', '东京'],
  ...['Via Roma 12', 'Piazza 5 Maggio 1860', 'Rue du 8 Mai 1945', '9/11 Memorial', "Piazza dell'8 Marzo"],
  ...['Gent 9000', 'Bern 3011 CH', '3011 Bern', 'E 42nd St', 'Rua 1º de Maio', 'Strasse des 17. Juni 135'],
  ...['Via Roma 12, 50123 Firenze', '50123 Firenze, Via Roma 12'],
])('a place is searched by %s', (text) => {
  expect(nameIn(text)).toBe(text)
})
