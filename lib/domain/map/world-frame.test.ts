import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mercator } from '#lib/domain/geo/tile'
import { frameOf, leastZoom, mostWorldPixels, viewOfFrame, worldPixels, worldSize } from './world-frame.ts'

test.each([
  [390, 354],
  [864, 900],
  [608, 1302],
  [1832, 1440],
])('a map of %d by %d pixels shows no place twice and nothing beyond a pole', (width, height) => {
  const world = worldPixels * 2 ** leastZoom({ width, height })
  expect(world + 0.001).toBeGreaterThanOrEqual(width)
  const middle = mercator(10, 25).y * world
  expect(middle - height / 2).toBeGreaterThanOrEqual(0)
  expect(middle + height / 2).toBeLessThanOrEqual(world)
})

test('a small map may show the whole world', () => {
  expect(leastZoom({ width: 300, height: 200 })).toBe(0)
})

// Cells of Florence, Berlin and Lund.
const european = ['spzc', 'u33d', 'u79w']

test('the frame of cells of one continent shows all of them, and not the rest of the world', () => {
  const room = { width: 780, height: 640 }
  const frame = frameOf(european)
  const size = worldSize(frame, room)
  const centre = mercator(frame.longitude, frame.latitude)
  for (const [longitude, latitude] of [
    [11.25, 43.77],
    [13.4, 52.5],
    [13.2, 55.7],
  ] as const) {
    const { x, y } = mercator(longitude, latitude)
    expect(Math.abs(x - centre.x) * size).toBeLessThan(room.width / 2)
    expect(Math.abs(y - centre.y) * size).toBeLessThan(room.height / 2)
  }
  expect(viewOfFrame(frame, room).zoom).toBeCloseTo(3, 1)
})

test.each([{ cells: [] }, { cells: ['nothing!'] }, { cells: ['spzc', '9q8y'] }, { cells: ['xb', '80'] }])(
  'without cells, and with cells on several continents, the frame is the whole world: %o',
  ({ cells }) => {
    expect(frameOf(cells)).toEqual({ longitude: 10, latitude: 25, spanX: 1, spanY: 1 })
  },
)

const geohash = fc
  .array(fc.constantFrom(...'0123456789bcdefghjkmnpqrstuvwxyz'), { minLength: 2, maxLength: 4 })
  .map((characters) => characters.join(''))

test('for any cells and any map, the world fills the map and is not larger than a picture of a continent needs', () => {
  fc.assert(
    fc.property(
      fc.array(geohash, { maxLength: 20 }),
      fc.integer({ min: 200, max: 3_000 }),
      fc.integer({ min: 150, max: 2_000 }),
      (cells, width, height) => {
        const frame = frameOf(cells)
        const size = worldSize(frame, { width, height })
        expect(size).toBeGreaterThanOrEqual(Math.max(width, height))
        expect(size).toBeLessThanOrEqual(Math.max(mostWorldPixels, width, height * 1.2))
        expect(Math.abs(frame.latitude)).toBeLessThanOrEqual(62)
      },
    ),
  )
})
