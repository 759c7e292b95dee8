import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameOfCell, townOfCell } from './cell-name.ts'
import { cellAt, cellToGeohash } from './geohash.ts'
import { geohashAt } from './geohash-area.ts'

const florence = {
  name: 'Florence',
  country: 'IT',
  population: 382_258,
  latitude: 43.7793,
  longitude: 11.2463,
}
const scandicci = {
  name: 'Scandicci',
  country: 'IT',
  population: 50_309,
  latitude: 43.7572,
  longitude: 11.1795,
}
const oltrarno = { name: 'Oltrarno', latitude: 43.7665, longitude: 11.248 }
const cities = [florence, scandicci]
const name = (latitude: number, longitude: number, characters = 6, quarters = [oltrarno]) =>
  nameOfCell(geohashAt({ latitude, longitude }, characters), { cities, quarters })

test.each([
  [[43.7665, 11.248], 'Oltrarno, Florence'],
  [[43.7793, 11.2463], 'Central Florence'],
  [[43.7605, 11.24], 'Near Oltrarno, Florence'],
  [[43.8, 11.28], 'Florence, Italy'],
  [[43.7572, 11.1795], 'Scandicci, Italy'],
  [[43.7, 11.13], 'Near Scandicci, Italy'],
  [[43.5, 11.0], '37 km from Florence, Italy'],
  [[40, -40], 'Around 40.00° N, 40.00° W'],
] as const)('a cell at %j is called %s', ([latitude, longitude], expected) => {
  expect(name(latitude, longitude)).toBe(expected)
})

test('a quarter whose centre is at the edge of a cell is only near it: the rest of the cell may be across a river', () => {
  const sanFrediano = { name: 'San Frediano', latitude: 43.7698, longitude: 11.2438 }
  const santaMariaNovella = [43.7746, 11.2493] as const
  expect(name(...santaMariaNovella, 6, [sanFrediano])).toBe('Near San Frediano, Florence')
})

test('a sight in the cell that the map names in many languages describes it better than a quarter nearby, and not better than its own quarter', () => {
  const uffizi = { name: 'Galleria degli Uffizi', latitude: 43.7678, longitude: 11.2553, languages: 8 }
  const office = { name: 'Office', latitude: 43.7678, longitude: 11.2553, languages: 4 }
  const elsewhere = { name: 'Duomo', latitude: 43.7731, longitude: 11.256, languages: 11 }
  const named = (sights: (typeof uffizi)[], length = 6, quarters = [oltrarno]) =>
    nameOfCell(geohashAt(uffizi, length), { cities, quarters, sights })
  expect(named([office, uffizi, elsewhere])).toBe('Around Galleria degli Uffizi, Florence')
  expect(named([office, elsewhere])).toBe('Near Oltrarno, Florence')
  expect(named([uffizi], 6, [{ ...uffizi, name: 'Santa Croce' }])).toBe('Santa Croce, Florence')
  expect(named([uffizi], 5)).toBe('Florence, Italy')
})

test('a larger cell is not named after a quarter of a town', () => {
  expect(name(43.7665, 11.248, 5)).toBe('Florence, Italy')
  expect(name(43.7665, 11.248, 2)).toMatch(/^Around \d/)
})

test('an area of many kilometres says so, with the two largest towns that are in it at least in part', () => {
  const named = (geohash: string, all: readonly (typeof florence)[]) =>
    nameOfCell(geohash, { cities: all, quarters: [] })
  const prato = { ...florence, name: 'Prato', population: 195_000, latitude: 43.8843, longitude: 11.0909 }
  expect(named('spzc', [scandicci, prato, florence])).toBe('Area with Florence and Prato, Italy')
  // Its cathedral is in the next cell, 300 m from the middle.
  expect(named('srb1', [prato, florence])).toBe('Area with Florence, Italy')
  const [copenhagen, malmo] = [
    { name: 'Copenhagen', country: 'DK', population: 1_153_615, latitude: 55.6759, longitude: 12.5655 },
    { name: 'Malmö', country: 'SE', population: 301_706, latitude: 55.6059, longitude: 13.0007 },
  ]
  expect(named('u3c', [malmo!, copenhagen!])).toBe('Area with Copenhagen, Denmark, and Malmö, Sweden')
  expect(named('srb4', [prato])).toMatch(/^Around \d/)
})

test('every cell of one to six characters has a name, and nothing finer has one', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.integer({ min: 1, max: 6 }),
      (latitude, longitude, characters) => {
        const geohash = cellToGeohash(cellAt(latitude, longitude)).slice(0, characters)
        expect(nameOfCell(geohash, { cities, quarters: [] })).toMatch(/^\S/)
      },
    ),
  )
  expect(nameOfCell('srb0b0q', { cities, quarters: [oltrarno] })).toBeUndefined()
})

test('the town of a cell is the one in its name', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 42.5, max: 45, noNaN: true }),
      fc.double({ min: 10, max: 12.5, noNaN: true }),
      fc.integer({ min: 3, max: 6 }),
      (latitude, longitude, characters) => {
        const geohash = geohashAt({ latitude, longitude }, characters)
        const town = townOfCell(geohash, cities)
        const named = cities.find((city) =>
          nameOfCell(geohash, { cities, quarters: [] })!.includes(city.name),
        )
        expect(town).toBe(named)
      },
    ),
  )
  expect(townOfCell('ep5e9c', cities)).toBeUndefined()
  expect(townOfCell('sp', cities)).toBeUndefined()
})
