import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mercator, mercatorLimitDegrees, parseTile, type Tile, tileAt } from '#lib/domain/geo/tile'

test('a position lies in the tile that holds it', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.double({ min: -85, max: 85, noNaN: true }),
      fc.integer({ min: 0, max: 14 }),
      (longitude, latitude, z) => {
        const { west, south, east, north } = tileBounds(tileAt(longitude, latitude, z))
        const slack = 1e-9
        expect(longitude).toBeGreaterThanOrEqual(west - slack)
        expect(longitude).toBeLessThanOrEqual(east + slack)
        expect(latitude).toBeGreaterThanOrEqual(south - slack)
        expect(latitude).toBeLessThanOrEqual(north + slack)
      },
    ),
  )
})

test('the world is a square', () => {
  expect(mercator(-180, mercatorLimitDegrees).y).toBeCloseTo(0, 9)
  expect(mercator(180, -90)).toEqual({ x: 1, y: expect.closeTo(1, 9) })
  expect(mercator(0, 0)).toEqual({ x: 0.5, y: 0.5 })
})

test.each([
  ['0', '0', '0', true],
  ['7', '127', '127', true],
  ['7', '128', '0', false],
  ['8', '0', '0', false],
  ['1', '-1', '0', false],
  ['1', '01', '0', false],
  ['1', '1.0', '0', false],
  ['1', '1e0', '0', false],
  ['', '', '', false],
  ['99999999999', '0', '0', false],
])('%s/%s/%s is a tile: %s', (z, x, y, is) => {
  expect(parseTile({ z, x, y }, { maxZoom: 7 }) !== undefined).toBe(is)
})

/** Edges of a tile in degrees, by the inverse of the projection. */
function tileBounds({ z, x, y }: Tile): { west: number; south: number; east: number; north: number } {
  const count = 2 ** z
  const latitude = (row: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / count))) * 180) / Math.PI
  return {
    west: (x / count) * 360 - 180,
    south: latitude(y + 1),
    east: ((x + 1) / count) * 360 - 180,
    north: latitude(y),
  }
}
