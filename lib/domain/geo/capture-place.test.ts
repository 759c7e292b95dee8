import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exifPosition, placeToCell, quickTimePosition, xmpPosition } from '#lib/domain/geo/capture-place'
import { cellAt } from '#lib/domain/geo/geohash'

const latitudes = fc.integer({ min: -90 * 3_600, max: 90 * 3_600 })
const longitudes = fc.integer({ min: -180 * 3_600, max: 180 * 3_600 })
const pad = (value: number, width: number) => String(value).padStart(width, '0')

/** Whole arc seconds, so that every notation says exactly the same. */
function split(arcSeconds: number): [number, number, number] {
  const size = Math.abs(arcSeconds)
  return [Math.floor(size / 3_600), Math.floor(size / 60) % 60, size % 60]
}

describe('EXIF', () => {
  test('every hemisphere is read back with any denominators', () => {
    const denominators = fc.tuple(...[1, 2, 3].map(() => fc.integer({ min: 1, max: 1_000_000 })))
    fc.assert(
      fc.property(latitudes, longitudes, denominators, (latitude, longitude, bottoms) => {
        const rationals = (arc: number) =>
          split(arc).map((part, index) => [part * bottoms[index]!, bottoms[index]!])
        const found = exifPosition({
          latitude: rationals(latitude),
          latitudeRef: latitude < 0 ? 'S' : 'N',
          longitude: rationals(longitude),
          longitudeRef: longitude < 0 ? 'W' : 'E',
        })
        expect(found?.latitude).toBeCloseTo(latitude / 3_600, 9)
        expect(found?.longitude).toBeCloseTo(longitude / 3_600, 9)
      }),
    )
  })

  const good = {
    latitude: [
      [52, 1],
      [31, 1],
      [81, 10],
    ],
    latitudeRef: 'N',
    longitude: [
      [13, 1],
      [24, 1],
      [53, 50],
    ],
    longitudeRef: 'E',
  }

  test('decimal degrees in the first rational, and unused parts as 0/0, are read', () => {
    const unused = [0, 0]
    expect(
      exifPosition({
        ...good,
        latitude: [[525_188, 10_000], unused, unused],
        longitude: [[13_400_294, 1_000_000]],
      }),
    ).toEqual({ latitude: 52.5188, longitude: 13.400294 })
  })

  test.each([
    ['no hemisphere', { latitudeRef: undefined }],
    ['an unknown hemisphere', { longitudeRef: 'Q' }],
    ['a hemisphere of the other axis', { latitudeRef: 'E' }],
    [
      'degrees of 0/0',
      {
        latitude: [
          [0, 0],
          [0, 0],
          [0, 0],
        ],
      },
    ],
    [
      'a division by zero',
      {
        longitude: [
          [13, 0],
          [24, 1],
          [53, 50],
        ],
      },
    ],
    [
      'negative rationals',
      {
        latitude: [
          [-52, 1],
          [31, 1],
          [8, 1],
        ],
      },
    ],
    ['no rationals', { latitude: [] }],
    [
      'four rationals',
      {
        latitude: [
          [1, 1],
          [1, 1],
          [1, 1],
          [1, 1],
        ],
      },
    ],
  ])('%s is no place', (_, change) => {
    expect(exifPosition(good)).toBeDefined()
    expect(placeToCell(exifPosition({ ...good, ...change }))).toBeUndefined()
  })
})

describe('QuickTime', () => {
  test('the three forms of ISO 6709 say the same place', () => {
    fc.assert(
      fc.property(
        latitudes,
        longitudes,
        fc.constantFrom('', '+012.5', '-3'),
        (latitude, longitude, height) => {
          const forms = [
            (sign: string, [d, m, s]: number[], width: number) =>
              `${sign}${(d! + m! / 60 + s! / 3_600).toFixed(9).padStart(width + 10, '0')}`,
            (sign: string, [d, m, s]: number[], width: number) =>
              `${sign}${pad(d!, width)}${(m! + s! / 60).toFixed(9).padStart(12, '0')}`,
            (sign: string, [d, m, s]: number[], width: number) =>
              `${sign}${pad(d!, width)}${pad(m!, 2)}${pad(s!, 2)}.00`,
          ]
          for (const form of forms) {
            const text = [
              form(latitude < 0 ? '-' : '+', split(latitude), 2),
              form(longitude < 0 ? '-' : '+', split(longitude), 3),
              `${height}/`,
            ].join('')
            // 59.999999999 minutes may round to 60, which the format does not have.
            if (/60\.0{9}/.test(text)) continue
            const found = quickTimePosition(text)
            expect(found?.latitude, text).toBeCloseTo(latitude / 3_600, 7)
            expect(found?.longitude, text).toBeCloseTo(longitude / 3_600, 7)
          }
        },
      ),
    )
  })

  test('what MediaInfo prints is read with its hemispheres', () => {
    expect(quickTimePosition('40.7128°N 74.0060°W 10.000m')).toEqual({
      latitude: 40.7128,
      longitude: -74.006,
    })
    expect(quickTimePosition('33.8688°S 151.2093°E')).toEqual({ latitude: -33.8688, longitude: 151.2093 })
  })

  test('minutes that MediaInfo prints as degrees are no place', () => {
    expect(placeToCell(quickTimePosition('4042.768°N 7400.360°W'))).toBeUndefined()
  })

  test('any other text is no place', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => placeToCell(quickTimePosition(text))).not.toThrow()
      }),
    )
    for (const text of ['', 'garbage/', '+91.0+181.0/', '+40.7', '+4.7128-074.0060/', '+4099.0-07400.0/'])
      expect(placeToCell(quickTimePosition(text)), text).toBeUndefined()
  })
})

describe('XMP', () => {
  test('degrees and minutes, with or without seconds, are read', () => {
    expect(xmpPosition('33,30.5S', '70,36,36W')).toEqual({
      latitude: -(33 + 30.5 / 60),
      longitude: -(70 + 36.6 / 60),
    })
  })

  test.each([
    ['33.5', '70,1W'],
    ['33,60.0S', '70,1W'],
    ['33,1W', '70,1W'],
    [undefined, '70,1W'],
  ])('%s %s is no place', (latitude, longitude) => {
    expect(xmpPosition(latitude, longitude)).toBeUndefined()
  })
})

describe('a place', () => {
  test('is only its cell: every position in a cell gives the same', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -90, max: 90, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        (latitude, longitude) => {
          fc.pre(latitude !== 0 || longitude !== 0)
          expect(placeToCell({ latitude, longitude })).toBe(cellAt(latitude, longitude))
        },
      ),
    )
  })

  test('0,0 and coordinates outside the globe give no cell', () => {
    expect(placeToCell(undefined)).toBeUndefined()
    for (const [latitude, longitude] of [
      [0, 0],
      [-0, 0],
      [Number.NaN, 1],
      [1, Number.NaN],
      [90.0001, 0],
      [0, -180.0001],
      [Number.POSITIVE_INFINITY, 0],
    ] as const)
      expect(placeToCell({ latitude, longitude })).toBeUndefined()
  })

  test('a place on the equator or the prime meridian gives a cell', () => {
    expect(placeToCell({ latitude: 0, longitude: 32.5 })).toBe(cellAt(0, 32.5))
    expect(placeToCell({ latitude: 51.48, longitude: 0 })).toBe(cellAt(51.48, 0))
  })
})
