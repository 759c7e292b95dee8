import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellsPerShard, firstLimits } from './first-limits'

const anyRuns = fc.array(
  fc.tuple(fc.nat(10_000), fc.nat(200)).map(([low, more]) => [low, low + more] as const),
  { maxLength: 10 },
)
const anyCount = fc.integer({ min: 1, max: 9 })

test('each cell of an area is counted for the shard whose number is the remainder of the cell', () => {
  fc.assert(
    fc.property(anyRuns, anyCount, (runs, count) => {
      const counted = Array.from({ length: count }, () => 0)
      for (const [low, high] of runs)
        for (let cell = low; cell <= high; cell += 1) counted[cell % count]! += 1
      expect(cellsPerShard(runs, count)).toEqual(counted)
    }),
  )
})

test('the first limits of all shards cover the whole answer, each is at most the whole, and it is 0 for a shard without cells', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(300), { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 1_001 }),
      (cells, limit) => {
        const limits = firstLimits(cells, limit)
        for (const [place, each] of limits.entries()) {
          expect(each).toBeLessThanOrEqual(limit)
          expect(each > 0).toBe(cells[place]! > 0)
        }
        if (cells.some((each) => each > 0))
          expect(limits.reduce((sum, each) => sum + each)).toBeGreaterThanOrEqual(limit)
      },
    ),
  )
})

test('of an area of 200 cells, four shards are asked for a third of the answer each; of one cell, its shard for all of it', () => {
  expect(firstLimits([50, 50, 50, 50], 1_001)).toEqual([343, 343, 343, 343])
  expect(firstLimits([0, 1, 0, 0], 1_001)).toEqual([0, 1_001, 0, 0])
  expect(firstLimits([50, 50, 50, 50], 21)).toEqual([21, 21, 21, 21])
})
