import { expect, test } from 'vitest'
import { figuresOf } from './figures-of.ts'

const degenerate = 1
const calibrated = 2
const planarOrPanoramic = 6
const pair = (one: string, other: string, config: number, inliers: number) => ({
  one,
  other,
  config,
  inliers,
})
const points = new Map([
  ['a1', 500],
  ['a2', 400],
  ['a3', 300],
  ['b1', 10],
  ['b2', 0],
])

test('only pairs with a common geometry are linked, and a single picture is in no chain', () => {
  const pairs = [
    pair('a2', 'a1', calibrated, 90),
    pair('a1', 'a3', planarOrPanoramic, 40),
    pair('a2', 'a3', degenerate, 0),
    pair('b1', 'b2', degenerate, 0),
  ]
  expect(
    figuresOf(
      [
        ['a1', 'a2', 'a3'],
        ['b1', 'b2'],
      ],
      { points, pairs },
      60,
    ),
  ).toEqual({ expected: 60, frames: 5, points: 300, pairs: 4, linked: 2, flat: 1, chained: 3, inliers: 90 })
})

test('a stretch that breaks counts its longer part', () => {
  const pairs = [
    pair('a1', 'a2', calibrated, 30),
    pair('a3', 'a4', calibrated, 20),
    pair('a4', 'a5', calibrated, 25),
  ]
  expect(figuresOf([['a1', 'a2', 'a3', 'a4', 'a5']], { points, pairs }, 24)).toMatchObject({
    chained: 3,
    linked: 3,
    flat: 0,
    inliers: 25,
  })
})

test('pictures in which nothing was compared give zeros', () => {
  expect(figuresOf([['c1']], { points: new Map(), pairs: [] }, 24)).toEqual({
    expected: 24,
    frames: 1,
    points: 0,
    pairs: 0,
    linked: 0,
    flat: 0,
    chained: 0,
    inliers: 0,
  })
})
