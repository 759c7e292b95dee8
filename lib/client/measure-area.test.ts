import { expect, test } from 'vitest'
import { boundsOf, measureArea, viewOf } from '#lib/client/measure-area'
import { cellBounds, geohashToCell } from '#lib/domain/geo/geohash'
import { geohashAt, geohashBounds } from '#lib/domain/geo/geohash-area'
import type { DrawnArea, Position } from '#lib/domain/map/map-types'

const circle = (longitude: number, latitude: number, radiusM: number): DrawnArea => ({
  type: 'circle',
  centre: [longitude, latitude],
  radiusM,
})
const ringOf = (west: number, south: number, wide: number, tall: number): Position[] => [
  [west, south],
  [west + wide, south],
  [west + wide, south + tall],
  [west, south + tall],
  [west, south],
]
const box = (west: number, south: number, side: number): DrawnArea => ({
  type: 'polygon',
  rings: [ringOf(west, south, side, side)],
})

test('a circle is measured, and its middle is the cell it was drawn round', () => {
  const measured = measureArea(circle(2.2945, 48.8584, 800))
  expect(measured).toMatchObject({ isValid: true, boxKm2: undefined, middle: 'u09tun' })
  if (!measured.isValid) throw new Error(measured.problem)
  expect(measured.km2).toBeCloseTo(2.01, 2)
  expect(measured.cover).toHaveLength(measured.cells)
  expect(measured.cover).toContainEqual(cellBounds(geohashToCell('u09tun')!))
  expect(measured.outline).toHaveLength(1)
})

test('the bounding box of a polygon is measured too, and one that is too large is refused with an explanation', () => {
  expect(measureArea(box(2, 48, 0.02))).toMatchObject({ isValid: true, boxKm2: expect.any(Number) })
  expect(measureArea(box(2, 48, 0.2))).toEqual({
    isValid: false,
    problem: expect.stringMatching(
      /^Covers \d+(\.\d)? km², measured by its bounding box; at most 100 km² are allowed/,
    ),
  })
})

test('near a pole there are too many cells to draw, but they are counted', () => {
  const measured = measureArea(circle(0, 89.999, 5_000))
  expect(measured).toMatchObject({ isValid: true, cover: [] })
  if (measured.isValid) expect(measured.cells).toBeGreaterThan(30_000)
})

test('a square of the public coverage counts as whole only if all of its cells are searched', () => {
  const partly = measureArea(circle(11.1, 43.88, 2_000))
  expect(partly).toMatchObject({ squares: [{ geohash: 'spzc', isWhole: false }] })
  // So far north, a square of the coverage is 2 by 20 km.
  const north = 86.5
  const { south, west } = geohashBounds(geohashAt({ latitude: north, longitude: 10 }, 4))!
  const square: DrawnArea = { type: 'polygon', rings: [ringOf(west, south, 360 / 1024, 180 / 1024)] }
  const whole = measureArea(square)
  expect(whole.isValid && whole.squares.filter(({ isWhole }) => isWhole)).toHaveLength(1)
})

test.each([
  ['anywhere', circle(2.2945, 48.8584, 800), 2.2945],
  ['across the antimeridian', circle(179.999, -16, 900), 179.999],
  [
    'a polygon across it',
    {
      type: 'polygon',
      rings: [
        [
          [179.99, 1],
          [-179.99, 1],
          [-179.99, 1.02],
          [179.99, 1],
        ],
      ],
    } as DrawnArea,
    -180,
  ],
])('a map is led to an area: %s', (_, area, longitude) => {
  const view = viewOf(boundsOf(area))
  expect(Math.abs(((view.longitude - longitude + 540) % 360) - 180)).toBeLessThan(1e-6)
  expect(view.zoom).toBeGreaterThan(11)
  expect(view.zoom).toBeLessThan(16)
})

test.each([
  ['a circle across many cells', circle(11.256, 43.7731, 1_500)],
  ['a circle within a cell', circle(11.2555, 43.7731, 100)],
  ['an outline', box(11.2, 43.7, 0.031)],
])('the view of an area has all of the cells that are searched: %s', (_, area) => {
  const measured = measureArea(area)
  if (!measured.isValid) throw new Error(measured.problem)
  const room = 200
  const view = viewOf(boundsOf(area), room)
  const degrees = (360 * room) / (512 * 2 ** view.zoom)
  const positions = measured.outline.flat()
  const far = (at: 0 | 1, middle: number) =>
    Math.max(...positions.map((position) => Math.abs(position[at] - middle)))
  expect(far(0, view.longitude)).toBeLessThan(degrees / 2)
  const stretched = far(1, view.latitude) / Math.cos((view.latitude * Math.PI) / 180)
  expect(stretched).toBeLessThan(degrees / 2)
  // It is no farther than these cells and those around them need.
  expect(degrees).toBeLessThan(Math.max(far(0, view.longitude), stretched) * 2 * 1.2 + 0.03)
})
