import { expect, test } from 'vitest'
import { areaInView, hasMoved, isElsewhere } from './search-here.ts'

const view = { latitude: 43.77, longitude: 11.25, zoom: 13 }
const bounds = { west: 11.2, east: 11.3, south: 43.74, north: 43.8 }

test('a map of a town is searched around its centre, and a map of a country is not searched', () => {
  expect(areaInView(view, bounds)).toEqual({ type: 'circle', centre: [11.25, 43.77], radiusM: 1870 })
  expect(areaInView({ ...view, zoom: 6 }, bounds)).toBeUndefined()
})

test('over the antimeridian the map is as wide as it looks', () => {
  const area = areaInView(view, { west: 179.95, east: -179.95, south: -0.05, north: 0.05 })
  expect(area).toMatchObject({ radiusM: 3110 })
})

test('the circle is never larger than a search takes', () => {
  expect(areaInView({ ...view, zoom: 10 }, { west: 11, east: 12, south: 43, north: 44 })).toMatchObject({
    radiusM: 5000,
  })
})

test('the same search is not offered twice; another place or size is', () => {
  const here = areaInView(view, bounds)!
  expect(isElsewhere(undefined, here)).toBe(true)
  expect(isElsewhere(here, here)).toBe(false)
  expect(isElsewhere(here, areaInView({ ...view, longitude: 11.29 }, bounds)!)).toBe(true)
  expect(isElsewhere({ type: 'circle', centre: [11.25, 43.77], radiusM: 300 }, here)).toBe(true)
})

test('a map has moved if it shows another place or zoom, and not if its view was only rounded', () => {
  expect(hasMoved(view, { latitude: 43.770004, longitude: 11.249996, zoom: 13.004 })).toBe(false)
  expect(hasMoved(view, { ...view, latitude: 43.771 })).toBe(true)
  expect(hasMoved(view, { ...view, longitude: 11.251 })).toBe(true)
  expect(hasMoved(view, { ...view, zoom: 13.5 })).toBe(true)
})
