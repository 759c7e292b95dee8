import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distanceM, isInView, positionAt, ringsOf, wrapBounds, wrapLongitude } from './geometry.ts'

const longitude = fc.double({ min: -180, max: 180, noNaN: true })
const latitude = fc.double({ min: -85, max: 85, noNaN: true })

test('a position so many metres away is so many metres away', () => {
  fc.assert(
    fc.property(
      longitude,
      latitude,
      fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
      fc.double({ min: 1, max: 5000, noNaN: true }),
      (x, y, bearing, metres) => {
        expect(distanceM([x, y], positionAt([x, y], bearing, metres))).toBeCloseTo(metres, 3)
      },
    ),
  )
})

test('a circle over the antimeridian is drawn in one piece', () => {
  const [circle] = ringsOf({ type: 'circle', centre: [179.99, 0], radiusM: 5000 })
  const longitudes = circle!.map(([x]) => x)
  expect(Math.max(...longitudes) - Math.min(...longitudes)).toBeCloseTo(0.09, 3)
  expect(circle!.at(-1)).toEqual(circle![0])
  const [ring] = ringsOf({
    type: 'polygon',
    rings: [
      [
        [179, 0],
        [-179, 0],
        [-179, 1],
        [179, 0],
      ],
    ],
  })
  expect(ring).toEqual([
    [179, 0],
    [181, 0],
    [181, 1],
    [179, 0],
  ])
})

test('longitudes are within ±180, also after scrolling around the world', () => {
  fc.assert(
    fc.property(fc.double({ min: -2000, max: 2000, noNaN: true }), (x) => {
      const wrapped = wrapLongitude(x)
      expect(Math.abs(wrapped)).toBeLessThanOrEqual(180)
      expect(Math.abs(Math.sin(((wrapped - x) * Math.PI) / 360))).toBeLessThan(1e-9)
    }),
  )
  const latitudes = { south: -10, north: 10 }
  expect(wrapBounds({ west: 170, east: 190, ...latitudes })).toEqual({ west: 170, east: -170, ...latitudes })
  expect(wrapBounds({ west: -300, east: 300, south: -95, north: 95 })).toEqual({
    west: -180,
    east: 180,
    south: -90,
    north: 90,
  })
})

test('an area is in view if a copy of it around the world overlaps the view', () => {
  const at = (west: number, width: number, south: number, height: number) => ({
    west,
    east: west + width,
    south,
    north: south + height,
  })
  const side = (low: number, high: number) => fc.integer({ min: low, max: high })
  fc.assert(
    fc.property(
      ...[side(-180, 180), side(1, 359), side(-90, 60), side(1, 30)],
      ...[side(-180, 170), side(1, 10), side(-90, 85), side(1, 5)],
      (west, width, south, height, cellWest, cellWidth, cellSouth, cellHeight) => {
        const view = at(west, width, south, height)
        const cell = at(cellWest, cellWidth, cellSouth, cellHeight)
        const overlaps = [-360, 0, 360].some(
          (turn) => cell.west + turn <= view.east && cell.east + turn >= view.west,
        )
        const isSeen = overlaps && cell.south <= view.north && cell.north >= view.south
        expect(isInView(wrapBounds(view), cell)).toBe(isSeen)
      },
    ),
  )
})
