import { describe, expect, test } from 'vitest'
import { CairnError } from '#lib/domain/errors'
import { type Area, parseArea } from '#lib/domain/geo/area'
import { earthRadiusM } from '#lib/domain/geo/earth'

const square = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]
const polygon = (...rings: unknown[]) => ({ type: 'Polygon', coordinates: rings })
const outline = square(2, 48, 2.05, 48.05)

function refusal(geometry: unknown, radiusM?: unknown): CairnError {
  try {
    parseArea(geometry, radiusM)
  } catch (error) {
    if (error instanceof CairnError) return error
    throw error
  }
  throw new Error('was accepted')
}

function longitudesOf(area: Area): number[] {
  return area.type === 'polygon' ? [...area.rings[0]!.longitudes] : []
}

describe('what is no geometry is refused and named', () => {
  test.each<[string, unknown, string]>([
    ['null', null, 'aoi'],
    ['text', 'POINT(1 2)', 'aoi'],
    ['a list', [], 'aoi'],
    ['an empty object', {}, 'aoi.type'],
    ['another type', { type: 'MultiPolygon', coordinates: [[outline]] }, 'aoi.type'],
    ['a type in lower case', { type: 'point', coordinates: [1, 2] }, 'aoi.type'],
    ['a feature', { type: 'Feature', geometry: { type: 'Point', coordinates: [1, 2] } }, 'aoi.type'],
    ['a point without coordinates', { type: 'Point' }, 'aoi.coordinates'],
    ['an empty position', { type: 'Point', coordinates: [] }, 'aoi.coordinates'],
    ['one number', { type: 'Point', coordinates: [1] }, 'aoi.coordinates'],
    ['four numbers', { type: 'Point', coordinates: [1, 2, 3, 4] }, 'aoi.coordinates'],
    ['text for a number', { type: 'Point', coordinates: ['1', 2] }, 'aoi.coordinates.0'],
    ['null for a number', { type: 'Point', coordinates: [1, null] }, 'aoi.coordinates.1'],
    ['NaN', { type: 'Point', coordinates: [1, Number.NaN] }, 'aoi.coordinates.1'],
    ['infinity', { type: 'Point', coordinates: [Number.POSITIVE_INFINITY, 0] }, 'aoi.coordinates.0'],
    [
      'an infinite altitude',
      { type: 'Point', coordinates: [1, 2, Number.NEGATIVE_INFINITY] },
      'aoi.coordinates.2',
    ],
    ['longitude 999', { type: 'Point', coordinates: [999, 0] }, 'aoi.coordinates.0'],
    ['latitude 91', { type: 'Point', coordinates: [0, 91] }, 'aoi.coordinates.1'],
    ['a polygon without coordinates', { type: 'Polygon' }, 'aoi.coordinates'],
    ['a polygon of nothing', polygon(), 'aoi.coordinates'],
    ['a ring that is none', polygon('ring'), 'aoi.coordinates.0'],
    ['a ring of three', polygon(outline.slice(0, 3)), 'aoi.coordinates.0'],
    ['an open ring', polygon([...outline.slice(0, 4), [2, 48.0001]]), 'aoi.coordinates.0.4'],
    ['a bad position', polygon([...outline.slice(0, 3), [2], [2, 48]]), 'aoi.coordinates.0.3'],
    ['a bad latitude', polygon([...outline.slice(0, 3), [2, 95], [2, 48]]), 'aoi.coordinates.0.3.1'],
    ['a bad hole', polygon(outline, [[1, 2]]), 'aoi.coordinates.1'],
    ['a hole outside', polygon(outline, square(3, 48, 3.01, 48.01)), 'aoi.coordinates.1'],
    ['a hole that reaches out', polygon(outline, square(2.01, 48.01, 2.02, 48.06)), 'aoi.coordinates.1'],
    ['10,001 positions', polygon(Array(10_001).fill([2, 48])), 'aoi.coordinates'],
    ['rings of 10,001 positions', polygon(outline, Array(9_996).fill([2.01, 48.01])), 'aoi.coordinates'],
  ])('%s', (_, geometry, field) => {
    const error = refusal(geometry)
    expect(error.code).toBe('invalid_geometry')
    expect(error.field).toBe(field)
    expect(error.message.startsWith(`${field} `)).toBe(true)
  })
})

test('10,000 positions are accepted', () => {
  expect(() => parseArea(polygon(Array(10_000).fill([2, 48])))).not.toThrow()
})

test('unknown members, altitudes and a radius beside a polygon are ignored', () => {
  const plain = parseArea(polygon(outline))
  const adorned = {
    ...polygon(outline.map((position) => [...position, 12])),
    crs: { type: 'name' },
    bbox: [0, 0, 170, 80],
    more: 1,
  }
  expect(parseArea(adorned, 'wide')).toEqual(plain)
})

describe('the radius', () => {
  const point = { type: 'Point', coordinates: [2, 48] }
  test('is 500 m unless told, from 1 to 5000', () => {
    expect(parseArea(point)).toMatchObject({ radiusM: 500 })
    expect(parseArea(point, 1)).toMatchObject({ radiusM: 1 })
    expect(parseArea(point, 5000)).toMatchObject({ radiusM: 5000 })
  })
  test.each([0, 0.99, 5000.01, -1, Number.NaN, Number.POSITIVE_INFINITY, '500', null, [500]])(
    'is never %s',
    (radiusM) => {
      expect(refusal(point, radiusM)).toMatchObject({ code: 'invalid_request', field: 'radius_m' })
    },
  )
})

describe('the size', () => {
  // R²·Δλ·sin φ at the equator: a box of 0.0899° × 0.0899° has 99.93 km², one of 0.09° × 0.09° 100.15 km².
  test('is that of the bounding box, at most 100 km²', () => {
    expect(() => parseArea(polygon(square(0, 0, 0.0899, 0.0899)))).not.toThrow()
    const error = refusal(polygon(square(0, 0, 0.09, 0.09)))
    expect(error).toMatchObject({ code: 'aoi_too_large', field: 'aoi' })
    expect(error.message).toContain('100.2 km²')
  })
  test('is told with a separator of thousands', () => {
    expect(refusal(polygon(square(2, 48, 3, 49))).message).toContain('covers 8,193 km²')
  })
  test('is refused from the first hundredth of a km² above', () => {
    // At the equator a box of w × h degrees has R²·Δλ·2 sin(h/2) km².
    const sideOf = (km2: number) => {
      const height = 0.08993
      const halfSine = Math.sin((height / 2) * (Math.PI / 180))
      return (km2 / ((earthRadiusM / 1_000) ** 2 * 2 * halfSine)) * (180 / Math.PI)
    }
    const box = (km2: number) =>
      polygon([
        [0, -0.044965],
        [sideOf(km2), -0.044965],
        [sideOf(km2), 0.044965],
        [0, 0.044965],
        [0, -0.044965],
      ])
    expect(() => parseArea(box(99.9999))).not.toThrow()
    expect(refusal(box(100.0001)).code).toBe('aoi_too_large')
    expect(refusal(box(100.009))).toMatchObject({
      code: 'aoi_too_large',
      message: expect.stringContaining('covers 100.1 km²'),
    })
  })
  test('counts the box of a thin diagonal', () => {
    const diagonal = [
      [0, 0],
      [1, 1],
      [1, 1.0001],
      [0, 0],
    ]
    expect(refusal(polygon(diagonal)).code).toBe('aoi_too_large')
  })
  test('shrinks with the latitude', () => {
    expect(refusal(polygon(square(0, 60, 0.2, 60.09))).code).toBe('aoi_too_large')
    expect(() => parseArea(polygon(square(0, 60, 0.17, 60.09)))).not.toThrow()
  })
  test('of a cap round the pole is that of the cap', () => {
    const cap = (latitude: number) => [0, 90, 180, -90, 0].map((longitude) => [longitude, latitude])
    expect(() => parseArea(polygon(cap(89.95)))).not.toThrow()
    expect(() => parseArea(polygon(cap(-89.95)))).not.toThrow()
    expect(refusal(polygon(cap(89.94))).code).toBe('aoi_too_large')
  })
  test('of a box from edge to edge is that of the band', () => {
    expect(refusal(polygon(square(-180, 10, 180, 10.01))).code).toBe('aoi_too_large')
    expect(() => parseArea(polygon(square(-180, 89.95, 180, 90)))).not.toThrow()
  })
})

describe('over the antimeridian', () => {
  test('an edge goes the short way', () => {
    const area = parseArea(polygon(square(179.98, 0, -179.98, 0.04)))
    expect(Math.max(...longitudesOf(area)) - Math.min(...longitudesOf(area))).toBeCloseTo(0.04, 9)
  })
  test('of 185° and 175° it is the 175°', () => {
    for (const longitudes of [
      [0, 95, -90, 0],
      [0, -90, 95, 0],
    ]) {
      const area = parseArea(polygon(longitudes.map((longitude) => [longitude, 89.96])))
      expect(area).toMatchObject({ rings: [{ encircles: 'north' }] })
    }
  })
  test('180 and -180 are the same meridian', () => {
    const ring = [
      [179.98, 0],
      [180, 0],
      [-180, 0],
      [-179.98, 0],
      [-179.98, 0.04],
      [-180, 0.04],
      [180, 0.04],
      [179.98, 0.04],
      [179.98, 0],
    ]
    const area = parseArea(polygon(ring))
    expect(Math.max(...longitudesOf(area)) - Math.min(...longitudesOf(area))).toBeCloseTo(0.04, 9)
  })
  test('a hole is cut out in either direction of its ring, across the antimeridian too', () => {
    const ring = square(179.98, 0, -179.98, 0.04)
    for (const hole of [square(179.985, 0.01, 179.99, 0.02), square(-179.99, 0.01, -179.985, 0.02)]) {
      expect(() => parseArea(polygon(ring, hole))).not.toThrow()
    }
    expect(refusal(polygon(ring, square(179.97, 0.01, 179.99, 0.02))).field).toBe('aoi.coordinates.1')
  })
  test('a hole may touch its outline on the other side', () => {
    const ring = square(179.98, 0, -179.98, 0.04)
    expect(() => parseArea(polygon(ring, square(-179.99, 0.01, -179.98, 0.02)))).not.toThrow()
    expect(() => parseArea(polygon(ring, square(179.98, 0.01, 179.99, 0.02)))).not.toThrow()
  })
})

test('a ring that goes round the globe twice is refused', () => {
  const twice = [0, 90, 180, -90, 1, 91, -179, -89, 0].map((longitude) => [longitude, 89.99])
  expect(refusal(polygon(twice))).toMatchObject({ code: 'invalid_geometry', field: 'aoi.coordinates.0' })
})
