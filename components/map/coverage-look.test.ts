import { expect, test } from 'vitest'
import { geohashBounds } from '#lib/domain/geo/geohash-area'
import { coverageLook } from './coverage-look.ts'

/** About 39 by 20 km, with Florence at its lower left corner. */
const cell = 'srb1'
const { west, south } = geohashBounds(cell)!
const box = (fromWest: number, fromSouth: number, size: number) => ({
  west: west + fromWest,
  south: south + fromSouth,
  east: west + fromWest + size,
  north: south + fromSouth + size,
})

test('a view inside one square sees none of its edges', () => {
  expect(coverageLook([cell], box(0.05, 0.05, 0.05), 11)).toBe('inside')
})

test('at the zooms of streets no edges are drawn, so that a view across one sees none', () => {
  expect(coverageLook([cell], box(-0.02, 0.05, 0.05), 13)).toBe('inside')
})

test('a view across an edge sees squares, at a far zoom points', () => {
  expect(coverageLook([cell], box(-0.02, 0.05, 0.05), 11)).toBe('squares')
  expect(coverageLook([cell], box(-20, -20, 40), 4)).toBe('points')
})

test('a view beside all squares sees nothing of them', () => {
  expect(coverageLook([cell], box(3, 3, 1), 9)).toBe('nothing')
  expect(coverageLook([], box(0, 0, 1), 9)).toBe('nothing')
})

test('a view across the antimeridian sees squares on both sides of it', () => {
  const view = { west: 179, east: -179, south: -20, north: 0 }
  for (const one of ['rzzz', '2pbp'])
    expect(coverageLook([one], { ...view, south: -5, north: 5 }, 7)).toBe('squares')
  expect(coverageLook(['srb1'], view, 7)).toBe('nothing')
})
