import { expect, test } from 'vitest'
import { SieveCache } from '#lib/services/anchors/tree-cache'

test('is bounded by weight, not by number', () => {
  const cache = new SieveCache<number, string>(100)
  for (let key = 0; key < 1_000; key++) cache.set(key, 'small', 1)
  expect(cache.size).toBe(100)
  cache.set(-1, 'large', 60)
  expect(cache.size).toBe(41)
  cache.set(-1, 'large', 10)
  cache.set(-2, 'larger than all', 500)
  expect([cache.size, cache.get(-2)]).toEqual([1, 'larger than all'])
  cache.delete(-2)
  expect(cache.size).toBe(0)
})

test('entries that are used often stay while all others are read once', () => {
  const size = 32
  const cache = new SieveCache<number, number>(size)
  const loads = new Map<number, number>()
  const read = (key: number) => {
    if (cache.get(key) !== undefined) return
    loads.set(key, (loads.get(key) ?? 0) + 1)
    cache.set(key, key, 1)
  }
  const popular = [1, 2, 3, 4, 5, 6, 7, 8]
  for (let round = 0; round < 2; round++) for (const key of popular) read(key)
  // Far more trees than fit are read between two uses of a popular one.
  for (let round = 0; round < 50; round++) {
    for (let step = 0; step < size * 4; step++) read(1_000 + round * size * 4 + step)
    for (const key of popular) read(key)
  }
  const reloads = popular.reduce((sum, key) => sum + loads.get(key)! - 1, 0)
  // With LRU, every round would load each of them again: 400 loads.
  expect(reloads).toBeLessThan(popular.length * 10)
})
