import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseArea } from '#lib/domain/geo/area'
import type { CellRun } from '#lib/domain/geo/cell-runs'
import { coverArea } from '#lib/domain/geo/cover'
import { earthRadiusM } from '#lib/domain/geo/earth'
import {
  axisBits,
  cellAt,
  cellBounds,
  cellHeightDegrees,
  cellToGeohash,
  cellWidthDegrees,
  columnCount,
  rowCount,
} from '#lib/domain/geo/geohash'

/**
 * Vertices on quarters of a cell: exact as degrees, and often on borders and corners, so that the oracle below decides
 * everything exactly, in integers.
 */
const unit = 4
const globe = unit * columnCount
type Vertex = readonly [x: number, y: number]

const toPosition = ([x, y]: Vertex) => {
  const within = ((x % globe) + globe) % globe
  return [(within / unit) * cellWidthDegrees - 180, (y / unit) * cellHeightDegrees - 90]
}
const close = (ring: readonly Vertex[]): Vertex[] => [...ring, ring[0]!]
const toPolygon = (rings: readonly (readonly Vertex[])[]) => ({
  type: 'Polygon',
  coordinates: rings.map((ring) => close(ring).map(toPosition)),
})

/** True if a closed cell touches the even-odd area of the rings, tested by a ray along the meridian from a pole outside. */
function touches(rings: readonly (readonly Vertex[])[], cell: number, outside: 'south' | 'north'): boolean {
  const left = (cell & (columnCount - 1)) * unit
  const bottom = (cell >> axisBits) * unit
  const centre: Vertex = [left + unit / 2, bottom + unit / 2]
  let crossings = 0
  for (const ring of rings) {
    const points = unwrap(close(ring))
    for (let i = 1; i < points.length; i++) {
      for (let turn = -3; turn <= 3; turn++) {
        const a: Vertex = [points[i - 1]![0] + turn * globe, points[i - 1]![1]]
        const b: Vertex = [points[i]![0] + turn * globe, points[i]![1]]
        if (segmentTouches(a, b, left, bottom)) return true
        const [west, east] = a[0] < b[0] ? [a, b] : [b, a]
        if (west[0] <= centre[0] && centre[0] < east[0]) {
          const above = side(west, east, centre) > 0
          if (above === (outside === 'south')) crossings++
        }
      }
    }
  }
  return crossings % 2 === 1
}

function unwrap(points: readonly Vertex[]): Vertex[] {
  let turns = 0
  return points.map(([x, y], index) => {
    const wrapped = ((x % globe) + globe) % globe
    const before = index === 0 ? wrapped : ((points[index - 1]![0] % globe) + globe) % globe
    if (wrapped - before > globe / 2) turns--
    if (wrapped - before < -globe / 2) turns++
    return [wrapped + turns * globe, y]
  })
}

function side(a: Vertex, b: Vertex, p: Vertex): number {
  return Math.sign((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]))
}

function segmentTouches(a: Vertex, b: Vertex, left: number, bottom: number): boolean {
  const [right, top] = [left + unit, bottom + unit]
  if (Math.max(a[0], b[0]) < left || Math.min(a[0], b[0]) > right) return false
  if (Math.max(a[1], b[1]) < bottom || Math.min(a[1], b[1]) > top) return false
  const corners: Vertex[] = [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
  ]
  const sides = corners.map((corner) => side(a, b, corner))
  return !(sides.every((value) => value > 0) || sides.every((value) => value < 0))
}

function cellsOf(runs: readonly CellRun[]): number[] {
  return runs.flatMap(([low, high]) => Array.from({ length: high - low + 1 }, (_, i) => low + i))
}

function expectSortedAndDisjoint(runs: readonly CellRun[]): void {
  runs.forEach(([low, high], index) => {
    expect(low).toBeLessThanOrEqual(high)
    // Adjacent runs would have been merged.
    if (index > 0) expect(low).toBeGreaterThan(runs[index - 1]![1] + 1)
  })
}

const holds = (runs: readonly CellRun[], cell: number) =>
  runs.some(([low, high]) => low <= cell && cell <= high)

/** Shrinking a failure against the oracle could take minutes. */
const interruptAfterTimeLimit = 4000

const size = 8
const vertex = fc.tuple(fc.integer({ min: 0, max: size * unit }), fc.integer({ min: 0, max: size * unit }))
const ring = fc.array(vertex, { minLength: 3, maxLength: 9 })
const places = {
  anywhere: fc.tuple(fc.nat(columnCount - 1), fc.integer({ min: 0, max: rowCount - size })),
  'over the antimeridian': fc.tuple(
    fc.integer({ min: columnCount - size, max: columnCount }),
    fc.integer({ min: 0, max: rowCount - size }),
  ),
  'at the north pole': fc.tuple(fc.nat(columnCount - 1), fc.constant(rowCount - size)),
  'at the south pole': fc.tuple(fc.nat(columnCount - 1), fc.constant(0)),
}

/** Moves a hole into the box of its outline, where it is valid. */
function clampInto(hole: readonly Vertex[], outline: readonly Vertex[]): Vertex[] {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)]
  const clamp = (value: number, values: number[]) =>
    Math.max(Math.min(...values), Math.min(Math.max(...values), value))
  return hole.map(([x, y]) => [clamp(x, xs), clamp(y, ys)])
}

describe('a polygon covers exactly the cells it touches', () => {
  test.each(Object.entries(places))('%s', (_, place) => {
    fc.assert(
      fc.property(place, ring, fc.array(ring, { maxLength: 2 }), ([column, row], outline, holes) => {
        const rings = [outline, ...holes.map((hole) => clampInto(hole, outline))].map((item) =>
          item.map(([x, y]): Vertex => [x + column * unit, y + row * unit]),
        )
        const runs = coverArea(parseArea(toPolygon(rings)))
        expectSortedAndDisjoint(runs)
        const expected: number[] = []
        for (let r = Math.max(0, row - 1); r <= Math.min(rowCount - 1, row + size); r++) {
          for (let c = column - 1; c <= column + size; c++) {
            const cell = (r << axisBits) | (c & (columnCount - 1))
            if (touches(rings, cell, 'south')) expected.push(cell)
          }
        }
        expect(cellsOf(runs)).toEqual(expected.sort((a, b) => a - b))
      }),
      { numRuns: 300, interruptAfterTimeLimit },
    )
  })

  // Vertices all round, at most 120° apart, in either direction; the inside reaches up to the pole.
  const around = fc.tuple(
    fc.array(fc.tuple(fc.integer({ min: 0, max: globe / 4 - 1 }), fc.nat(4 * unit)), {
      minLength: 4,
      maxLength: 4,
    }),
    fc.boolean(),
    fc.boolean(),
    fc.array(ring, { maxLength: 1 }),
  )
  test('round a pole', () => {
    fc.assert(
      fc.property(around, fc.nat(globe), fc.gen(), ([corners, south, backwards, holes], start, gen) => {
        const outline = corners.map(([x, y], quarter): Vertex => {
          const latitude = (rowCount - 9) * unit + y
          return [
            start + (quarter * globe) / 4 + Math.floor(x / 2),
            south ? rowCount * unit - latitude : latitude,
          ]
        })
        if (backwards) outline.reverse()
        const ys = outline.map(([, y]) => y)
        const placed = holes.map((hole) =>
          hole.map(
            ([x, y]): Vertex => [
              start + x,
              south ? Math.min(Math.max(...ys), y) : Math.max(Math.min(...ys), rowCount * unit - y),
            ],
          ),
        )
        const rings = [outline, ...placed]
        const runs = coverArea(parseArea(toPolygon(rings)))
        expectSortedAndDisjoint(runs)
        const columns = [...outline, ...placed.flat()].map(([x]) => Math.floor(x / unit))
        const sample = [
          ...columns.flatMap((column) => [column - 1, column, column + 1]),
          ...Array.from({ length: 60 }, () => gen(() => fc.nat(columnCount - 1))),
        ]
        for (const column of sample) {
          for (let depth = 0; depth < 11; depth++) {
            const row = south ? depth : rowCount - 1 - depth
            const cell = (row << axisBits) | (column & (columnCount - 1))
            expect(holds(runs, cell)).toBe(touches(rings, cell, south ? 'north' : 'south'))
          }
        }
      }),
      { numRuns: 60, interruptAfterTimeLimit },
    )
  })
})

describe('known covers', () => {
  test('a box on the borders of one cell covers it and its eight neighbours: touching counts', () => {
    const { south, west, north, east } = cellBounds(cellAt(48.8584, 2.2945))
    const corners = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ]
    const covered = cellsOf(coverArea(parseArea({ type: 'Polygon', coordinates: [corners] })))
    expect(covered.map(cellToGeohash).sort()).toEqual(
      ['u09tgv', 'u09tgy', 'u09tgz', 'u09tuj', 'u09tum', 'u09tun', 'u09tup', 'u09tuq', 'u09tur'].sort(),
    )
  })

  test('a hole of whole cells leaves them out, but for those its border touches', () => {
    const at = (x: number, y: number): Vertex => [1000 * unit + x * unit, 1000 * unit + y * unit]
    const rings = [
      [at(0, 0), at(9, 0), at(9, 9), at(0, 9)],
      [at(3, 3), at(6, 3), at(6, 6), at(3, 6)],
    ]
    const runs = coverArea(parseArea(toPolygon(rings)))
    const cell = (x: number, y: number) => ((1000 + y) << axisBits) | (1000 + x)
    expect(holds(runs, cell(4, 4))).toBe(false)
    expect(holds(runs, cell(3, 4))).toBe(true)
    expect(holds(runs, cell(2, 4))).toBe(true)
    // 11 × 11 with the touched border, less the one cell in the middle of the hole.
    expect(cellsOf(runs)).toHaveLength(120)
  })

  test('a polar cap is one run', () => {
    const cap = [0, 90, 180, -90, 0].map((longitude) => [longitude, 89.96])
    const runs = coverArea(parseArea({ type: 'Polygon', coordinates: [cap] }))
    expect(runs).toHaveLength(1)
    expect(runs[0]![1]).toBe(2 ** 30 - 1)
    const box = [
      [-180, 89.96],
      [180, 89.96],
      [180, 90],
      [-180, 90],
      [-180, 89.96],
    ]
    expect(coverArea(parseArea({ type: 'Polygon', coordinates: [box] }))).toEqual(runs)
  })
})

describe('a circle covers exactly the cells it reaches', () => {
  const centre = fc.oneof(
    fc.tuple(fc.double({ min: -90, max: 90, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true })),
    fc.tuple(fc.double({ min: 89.9, max: 90, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true })),
    fc.tuple(
      fc.double({ min: -90, max: -89.9, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
    ),
    fc.tuple(fc.double({ min: -85, max: 85, noNaN: true }), fc.constantFrom(-180, 180, 179.999, -179.999)),
    fc.constantFrom<[number, number]>([90, 0], [-90, 0], [0, 0], [0, 180]),
  )
  const radius = fc.oneof(fc.double({ min: 1, max: 5000, noNaN: true }), fc.constantFrom(1, 500, 5000))
  const circle = fc.tuple(centre, radius)
  const cover = ([[latitude, longitude], radiusM]: [[number, number], number]) =>
    coverArea(parseArea({ type: 'Point', coordinates: [longitude, latitude] }, radiusM))

  test('no point of it lies in a cell left out', () => {
    const bearings = fc.array(
      fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 360, noNaN: true })),
      { minLength: 30, maxLength: 30 },
    )
    fc.assert(
      fc.property(circle, bearings, (input, points) => {
        const runs = cover(input)
        expectSortedAndDisjoint(runs)
        const [[latitude, longitude], radiusM] = input
        for (const [share, bearing] of points) {
          for (const distance of [radiusM * share, radiusM * (1 - 1e-9)]) {
            const point = travel(latitude, longitude, distance, bearing)
            expect(holds(runs, cellAt(point.latitude, point.longitude))).toBe(true)
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  test('a cell whose corner it just reaches is not lost to rounding', () => {
    // The corner lies almost on the meridian of the centre: what decides is the difference of two nearly equal squares.
    for (let row = 1_000; row < rowCount - 1_000; row += 97) {
      for (const [rows, off] of [0.5, 1, 2, 3.3, 5, 7.7].flatMap((n) =>
        [1e-9, 2e-9, 5e-9, 1e-8].map((o) => [n, o] as const),
      )) {
        const border = row * cellHeightDegrees - 90
        const [latitude, longitude] = [
          border - rows * cellHeightDegrees,
          20_000 * cellWidthDegrees - 180 - off,
        ]
        const radiusM = distanceM(latitude, longitude, border, longitude + off)
        const runs = coverArea(parseArea({ type: 'Point', coordinates: [longitude, latitude] }, radiusM))
        const corner = cellAt(border + cellHeightDegrees / 2, longitude + off + cellWidthDegrees / 2)
        expect(holds(runs, corner)).toBe(true)
      }
    }
  })

  test('every cell at the end of a run is within reach, and the one after is not', () => {
    fc.assert(
      fc.property(circle, (input) => {
        const [[latitude, longitude], radiusM] = input
        const runs = cover(input)
        for (const [low, high] of runs) {
          for (const cell of [low, high]) {
            expect(nearest(latitude, longitude, cell)).toBeLessThanOrEqual(radiusM + 0.05)
          }
          for (const cell of [low - 1, high + 1]) {
            if (cell < 0 || cell >= 2 ** 30 || holds(runs, cell)) continue
            expect(nearest(latitude, longitude, cell)).toBeGreaterThan(radiusM)
          }
        }
      }),
      { numRuns: 150 },
    )
  })
})

const degree = Math.PI / 180

function distanceM(latitude: number, longitude: number, latitude2: number, longitude2: number): number {
  const h =
    Math.sin(((latitude2 - latitude) * degree) / 2) ** 2 +
    Math.cos(latitude * degree) *
      Math.cos(latitude2 * degree) *
      Math.sin(((longitude2 - longitude) * degree) / 2) ** 2
  return 2 * earthRadiusM * Math.asin(Math.min(1, Math.sqrt(h)))
}

function travel(latitude: number, longitude: number, distance: number, bearing: number) {
  const arc = distance / earthRadiusM
  const [phi, theta] = [latitude * degree, bearing * degree]
  const sine = Math.sin(phi) * Math.cos(arc) + Math.cos(phi) * Math.sin(arc) * Math.cos(theta)
  const east = Math.atan2(
    Math.sin(theta) * Math.sin(arc) * Math.cos(phi),
    Math.cos(arc) - Math.sin(phi) * sine,
  )
  const turned = longitude + east / degree
  return {
    latitude: Math.asin(Math.max(-1, Math.min(1, sine))) / degree,
    longitude: turned > 180 ? turned - 360 : turned < -180 ? turned + 360 : turned,
  }
}

/** Distance to the nearest point of a cell, by sampling its nearest meridian in 2000 steps. */
function nearest(latitude: number, longitude: number, cell: number): number {
  const { south, west, north, east } = cellBounds(cell)
  const apart = (meridian: number) => Math.abs(((((meridian - longitude) % 360) + 540) % 360) - 180)
  const straight = [longitude - 360, longitude, longitude + 360].find((at) => at >= west && at <= east)
  const meridian = straight ?? (apart(west) < apart(east) ? west : east)
  let best = Number.POSITIVE_INFINITY
  for (let step = 0; step <= 2000; step++) {
    const at = south + ((north - south) * step) / 2000
    best = Math.min(best, distanceM(latitude, longitude, at, meridian))
  }
  return best
}
