import { expect, test } from 'vitest'
import { mercator } from '#lib/domain/geo/tile'
import { leastZoom, worldPixels } from './world-fit.ts'

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
