import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Polygon, parseArea, polygonBoxKm2 } from '#lib/domain/geo/area'
import { areaKm2, countCells } from '#lib/domain/geo/area-size'

const ring = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]
const polygon = (...rings: number[][][]) => parseArea({ type: 'Polygon', coordinates: rings }) as Polygon

test('a circle of a kilometre has π km², all but the bulge of the sphere', () => {
  expect(areaKm2(parseArea({ type: 'Point', coordinates: [2, 48] }, 1_000))).toBeCloseTo(Math.PI, 6)
})

test('a rectangle of meridians and parallels is its own bounding box', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -170, max: 170, noNaN: true }),
      fc.double({ min: -89, max: 88.9, noNaN: true }),
      fc.double({ min: 1e-3, max: 0.05, noNaN: true }),
      (west, south, side) => {
        const box = polygon(ring(west, south, west + side, south + side))
        expect(areaKm2(box) / polygonBoxKm2(box)).toBeCloseTo(1, 6)
      },
    ),
  )
})

test('a triangle is half of its box near the equator, and a hole is taken out', () => {
  const half = polygon([
    [0, 0],
    [0.02, 0],
    [0, 0.02],
    [0, 0],
  ])
  expect(areaKm2(half) / polygonBoxKm2(half)).toBeCloseTo(0.5, 6)
  const whole = polygon(ring(0, 0, 0.02, 0.02))
  const holed = polygon(ring(0, 0, 0.02, 0.02), ring(0.005, 0.005, 0.015, 0.015))
  expect(areaKm2(holed) / areaKm2(whole)).toBeCloseTo(0.75, 6)
})

test('round a pole and over the antimeridian it is as large as anywhere', () => {
  const cap = polygon(
    ring(-180, 89.99, 180, 90)
      .slice(0, 4)
      .concat([[-180, 89.99]]),
  )
  expect(areaKm2(cap)).toBeLessThan(100)
  const over = polygon([
    [179.99, 0],
    [-179.99, 0],
    [-179.99, 0.01],
    [179.99, 0.01],
    [179.99, 0],
  ])
  expect(areaKm2(over)).toBeCloseTo(areaKm2(polygon(ring(10, 0, 10.02, 0.01))), 6)
  const round = polygon([
    [0, 89.96],
    [120, 89.96],
    [-120, 89.96],
    [0, 89.96],
  ])
  // A cap of 0.04 degrees: the edges follow the parallel, as all edges are straight in longitude and latitude.
  expect(areaKm2(round)).toBeCloseTo(Math.PI * 4.4478 ** 2, 1)
})

test('cells are counted run by run, both ends included', () => {
  expect(countCells([])).toBe(0)
  expect(
    countCells([
      [3, 3],
      [5, 9],
    ]),
  ).toBe(6)
})
