import fc from 'fast-check'
import { expect, test } from 'vitest'
import { geohashBounds } from '#lib/domain/geohash-area'
import { coarsen, gridOf, gridPrecision } from './grid.ts'

const view = fc.record({
  zoom: fc.double({ min: 0, max: 17, noNaN: true }),
  longitude: fc.double({ min: -540, max: 540, noNaN: true }),
  latitude: fc.double({ min: -80, max: 80, noNaN: true }),
})

test('the six-character cells show close up, and coarser ones from further away', () => {
  expect(gridPrecision(14)).toBe(6)
  expect(gridPrecision(0)).toBe(1)
  fc.assert(
    fc.property(fc.double({ min: 0, max: 17, noNaN: true }), (zoom) => {
      expect(gridPrecision(zoom + 1)).toBeGreaterThanOrEqual(gridPrecision(zoom))
    }),
  )
})

test('wherever one looks there are few lines, and each name lies in the cell it names', () => {
  fc.assert(
    fc.property(view, ({ zoom, longitude, latitude }) => {
      const [width, height] = [(360 * 1440) / (512 * 2 ** zoom) / 2, (170 * 900) / (512 * 2 ** zoom) / 2]
      const bounds = {
        west: longitude - width,
        east: longitude + width,
        south: Math.max(-85, latitude - height),
        north: Math.min(85, latitude + height),
      }
      const { features } = gridOf(bounds, zoom)
      const lines = features.filter(({ geometry }) => geometry.type === 'LineString')
      expect(lines.length).toBeLessThan(90)
      for (const { geometry, properties } of features) {
        if (geometry.type !== 'Point') continue
        const [x, y] = geometry.coordinates as [number, number]
        const cell = geohashBounds(properties!.name)!
        const wrapped = ((((x + 180) % 360) + 360) % 360) - 180
        expect(wrapped).toBeGreaterThanOrEqual(cell.west)
        expect(wrapped).toBeLessThanOrEqual(cell.east)
        expect(y).toBeGreaterThanOrEqual(cell.south)
        expect(y).toBeLessThanOrEqual(cell.north)
      }
    }),
    { numRuns: 50 },
  )
})

test('cells too small to be seen are shown as the larger ones they lie in', () => {
  expect(coarsen(['u33d', 'u33e', 'u281'], 9)).toEqual(['u33d', 'u33e', 'u281'])
  expect(coarsen(['u33d', 'u33e', 'u281'], 3)).toEqual(['u33', 'u28'])
  expect(coarsen(['u33d', 'u33e', 'u281'], 0.5)).toEqual(['u3', 'u2'])
})
