import { expect, test } from 'vitest'
import { geohashBounds } from '#lib/domain/geo/geohash-area'
import { coverageInView, coverageLook } from './coverage-look.ts'

/** About 39 by 20 km, with Florence at its lower left corner. */
const cell = 'srb1'
const { west, south } = geohashBounds(cell)!
const box = (fromWest: number, fromSouth: number, size: number) => ({
  west: west + fromWest,
  south: south + fromSouth,
  east: west + fromWest + size,
  north: south + fromSouth + size,
})

test('a view smaller than a square sees no edges, also across one', () => {
  expect(coverageLook([cell], box(0.05, 0.05, 0.05), 11)).toBe('inside')
  expect(coverageLook([cell], box(-0.02, 0.05, 0.05), 11)).toBe('inside')
})

test('a narrow or low view that a square does not fit into sees no edges', () => {
  const view = { west: west - 0.02, south: south - 0.02, east: west + 0.43, north: south + 0.28 }
  expect(coverageLook([cell], view, 9.5)).toBe('squares')
  expect(coverageLook([cell], { ...view, east: west + 0.2 }, 9.5)).toBe('inside')
  expect(coverageLook([cell], { ...view, north: south + 0.1 }, 9.5)).toBe('inside')
})

test('at the zooms of streets no edges are drawn, so that a large view sees none', () => {
  expect(coverageLook([cell], box(-0.02, 0.05, 0.5), 12.1)).toBe('inside')
})

test('a view across an edge sees squares, at a far zoom points', () => {
  expect(coverageLook([cell], box(-0.2, 0.05, 0.5), 9)).toBe('squares')
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

test('the cells of a view are those with their centre in it, or else those that only touch it', () => {
  expect(coverageInView([cell, 'srb4', 'u33d'], box(-0.1, -0.1, 0.3))).toEqual({
    cells: [cell],
    touches: false,
  })
  expect(coverageInView([cell, 'u33d'], box(0.01, 0.01, 0.05))).toEqual({ cells: [cell], touches: true })
  expect(coverageInView([cell], box(3, 3, 1))).toEqual({ cells: [], touches: false })
})
