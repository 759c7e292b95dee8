import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CairnError } from '#lib/domain/errors'
import { parsePolygonWkt } from '#lib/domain/geo/wkt'

const space = fc.stringMatching(/^[ \t\r\n]{0,3}$/)
const coordinate = fc.double({ noNaN: true, noDefaultInfinity: true })
const rings = fc.array(fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 6 }), {
  minLength: 1,
  maxLength: 4,
})

test('what is written is read back exactly, however it is spaced', () => {
  fc.assert(
    fc.property(rings, space, fc.constantFrom('POLYGON', 'polygon', 'Polygon'), (coordinates, gap, word) => {
      const ring = (positions: number[][]) =>
        `(${positions.map(([x, y]) => `${gap}${x} ${gap}${y}${gap}`).join(',')})`
      const text = `${gap}${word}${gap}(${coordinates.map((one) => gap + ring(one) + gap).join(',')})${gap}`
      // A minus before 0 is no part of a place.
      expect(
        parsePolygonWkt(text)
          .flat(2)
          .map((value) => value + 0),
      ).toEqual(coordinates.flat(2).map((value) => value + 0))
    }),
  )
})

test('any text is a polygon or a refusal that names the parameter, at once', () => {
  const pieces = fc.constantFrom(
    'POLYGON',
    '(',
    ')',
    ',',
    ' ',
    '1',
    '-2.5',
    '1e9',
    '.',
    'e',
    'Z',
    'EMPTY',
    'NaN',
    '🜁',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(pieces, { maxLength: 40 }).map((all) => all.join('')),
      ),
      (text) => {
        try {
          for (const value of parsePolygonWkt(text).flat(2)) expect(Number.isFinite(value)).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(CairnError)
          expect(error).toMatchObject({ code: 'invalid_geometry', field: 'geometry' })
        }
      },
    ),
  )
  // A parser of quadratic cost would run into the time limit of the test.
  expect(() => parsePolygonWkt(`POLYGON((${'1 1,'.repeat(200_000)}`)).toThrow(CairnError)
})

test.each([
  ['', 'POLYGON is expected at character 1, not its end'],
  ['POINT(1 2)', 'POLYGON is expected'],
  ['SRID=4326;POLYGON((1 2))', 'POLYGON is expected'],
  ['POLYGON EMPTY', '"(" is expected at character 9'],
  ['POLYGON Z ((1 2 3))', '"(" is expected'],
  ['POLYGON((1 2 3))', '"," or ")" is expected at character 14'],
  ['POLYGON((1,2))', 'a space is expected'],
  ['POLYGON((1 2)', '"," or ")" is expected at character 14, not its end'],
  ['POLYGON((1 2)) x', 'nothing more is expected'],
  ['POLYGON((1e999 2))', 'a number is expected'],
  ['POLYGON((1 0x2))', '"," or ")" is expected'],
])('%s is refused: %s', (text, message) => {
  expect(() => parsePolygonWkt(text)).toThrow(message)
})
