import { expect, test } from 'vitest'
import { lacksStreets } from './streets-in-view.ts'

const florence = { west: 11.15, south: 43.72, east: 11.33, north: 43.83 }
const around = (longitude: number, latitude: number, by = 0.01) => ({
  west: longitude - by,
  east: longitude + by,
  south: latitude - by,
  north: latitude + by,
})

test('a close view that has nothing of the archive lacks streets', () => {
  expect(lacksStreets(florence, around(13.4, 52.52), 11)).toBe(true)
  expect(lacksStreets(florence, around(11.25, 43.77), 14)).toBe(false)
  expect(lacksStreets(florence, around(11.33, 43.83), 14)).toBe(false)
})

test('a view from far away shows the overview of the world, which has no streets anywhere', () => {
  expect(lacksStreets(florence, around(13.4, 52.52, 5), 10.9)).toBe(false)
})

test('an archive whose bounds are not known yet is not said to lack anything', () => {
  expect(lacksStreets(undefined, around(13.4, 52.52), 14)).toBe(false)
})

test('a view across the antimeridian is compared on both sides of it', () => {
  const fiji = { west: 176, south: -19, east: 179, north: -16 }
  expect(lacksStreets(fiji, { west: 178.9, south: -17.1, east: -179.9, north: -17 }, 14)).toBe(false)
  expect(lacksStreets(fiji, { west: 179.9, south: -17.1, east: -179.9, north: -17 }, 14)).toBe(true)
})
