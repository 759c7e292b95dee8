import { expect, test } from 'vitest'
import { toAoi } from '#lib/client/area-json'
import { readAreaText } from '#lib/client/area-text'
import { parseArea } from '#lib/domain/geo/area'
import { countCells } from '#lib/domain/geo/area-size'
import { coverArea } from '#lib/domain/geo/cover'

const square = [
  [2.29, 48.85],
  [2.3, 48.85],
  [2.3, 48.86],
  [2.29, 48.86],
  [2.29, 48.85],
]
const polygon = { type: 'Polygon', coordinates: [square] }
const feature = (geometry: unknown, properties: unknown = null) => ({ type: 'Feature', properties, geometry })
const read = (value: unknown, radiusM?: number) => readAreaText(JSON.stringify(value), radiusM)

test.each([
  ['a geometry', polygon],
  ['a Feature', feature(polygon)],
  ['a FeatureCollection of one', { type: 'FeatureCollection', features: [feature(polygon)] }],
  ['a MultiPolygon of one', { type: 'MultiPolygon', coordinates: [[square]] }],
  ['the body of a query', { aoi: polygon, limit: 5 }],
])('%s is the polygon that it is', (_, value) => {
  expect(toAoi(read(value))).toEqual({ aoi: polygon })
})

test('a Point has its own radius, or else the default', () => {
  const point = { type: 'Point', coordinates: [2.29, 48.85, 35] }
  expect(read(point, 800)).toEqual({ type: 'circle', centre: [2.29, 48.85], radiusM: 800 })
  expect(read(feature(point, { radius_m: 90 }), 800)).toMatchObject({ radiusM: 90 })
  expect(read({ aoi: point, radius_m: 70 }, 800)).toMatchObject({ radiusM: 70 })
})

test.each([
  [{ type: 'LineString', coordinates: square }, 'must be "Point" or "Polygon"'],
  [{ ...polygon, coordinates: [square.slice(0, 4)] }, 'aoi.coordinates.0.3 must equal the first position'],
  [{ type: 'Point', coordinates: [2, 91] }, 'longitude comes first'],
  [{ type: 'FeatureCollection', features: [] }, 'has 0 features'],
  [{ type: 'FeatureCollection', features: [1, 2] }, 'has 2 features'],
  [{ type: 'MultiPolygon', coordinates: [[square], [square]] }, 'has 2 polygons'],
  [
    { aoi: { type: 'Point', coordinates: [2, 4] }, radius_m: 'far' },
    'radius_m is a text and must be a number',
  ],
  [[1, 2], 'must be a GeoJSON geometry'],
])('%j is refused in the words of the service', (value, words) => {
  expect(() => read(value)).toThrow(words)
})

test('invalid JSON is reported with its position', () => {
  expect(() => readAreaText('{"type": "Point",}')).toThrow(/^This is not JSON: .*position 17/)
})

test.each([
  ['u09tun', 1],
  ['u09tun u09tuq', 2],
  ['U09TUN, u09tuq;\nu09tun', 2],
  ['u09tu', 32],
])('the geohashes %j are an area of exactly their %i cells', (text, count) => {
  expect(countCells(coverArea(parseArea(toAoi(readAreaText(text)).aoi)))).toBe(count)
})

test.each([
  ['u09tun s00000', '2 separate groups'],
  ['u09tunq', 'Write u09tun'],
  ['u09t', 'larger than 100 km²'],
  ['Paris', 'neither GeoJSON nor a geohash'],
  ['i'.repeat(60), `“${'i'.repeat(40)}…” is neither GeoJSON nor a geohash.`],
  ['  ', 'nothing in it'],
])('of %j it is said why it is no area', (text, words) => {
  expect(() => readAreaText(text)).toThrow(words)
})
