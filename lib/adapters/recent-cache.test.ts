import { expect, test } from 'vitest'
import { createRecentCache } from '#lib/adapters/recent-cache'

const open = () => createRecentCache<string>({ maxSize: 10, sizeOf: (text) => text.length })

test('what was asked for last is stored, as much as fits', async () => {
  const recent = open()
  const loaded: string[] = []
  const get = (key: string) =>
    recent.get(key, async () => {
      loaded.push(key)
      return key.repeat(4)
    })
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) expect(await get(key)).toBe(key.repeat(4))
  expect(loaded).toEqual(['a', 'b', 'c', 'b'])
})

test('calls during a load share it, and an error is not stored', async () => {
  const recent = open()
  let count = 0
  const fail = () => recent.get('a', async () => Promise.reject(new Error(String(++count))))
  const all = await Promise.allSettled([fail(), fail()])
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(count).toBe(1)
  expect(await recent.get('a', async () => 'now')).toBe('now')
})

/** The keys of a cache with room for `maxSize` of them, and how often each was loaded. */
function openKeys(maxSize: number) {
  const cache = createRecentCache<number>({ maxSize, sizeOf: (key) => (key < 0 ? -key : 1) })
  const loads = new Map<number, number>()
  const read = (key: number) =>
    cache.get(String(key), async () => {
      loads.set(key, (loads.get(key) ?? 0) + 1)
      return key
    })
  return { read, loads }
}

test('is limited by total size instead of number, and does not store an item larger than the limit', async () => {
  const { read, loads } = openKeys(100)
  for (let key = 0; key < 1_000; key++) await read(key)
  await read(-60)
  await read(-500)
  await read(-500)
  expect(loads.get(-500)).toBe(2)
  await read(-60)
  expect(loads.get(-60)).toBe(1)
  for (let key = 960; key < 1_000; key++) await read(key)
  for (let key = 960; key < 1_000; key++) expect(loads.get(key)).toBe(1)
  await read(959)
  expect(loads.get(959)).toBe(2)
})

test('entries that are used often stay while all others are read once', async () => {
  const size = 32
  const { read, loads } = openKeys(size)
  const popular = [1, 2, 3, 4, 5, 6, 7, 8]
  for (let round = 0; round < 2; round++) for (const key of popular) await read(key)
  // Between two reads of a popular key, four times as many other keys are read as the cache can hold.
  for (let round = 0; round < 50; round++) {
    for (let step = 0; step < size * 4; step++) await read(1_000 + round * size * 4 + step)
    for (const key of popular) await read(key)
  }
  const reloads = popular.reduce((sum, key) => sum + loads.get(key)! - 1, 0)
  // With LRU, every round would load each of them again: 400 loads.
  expect(reloads).toBeLessThan(popular.length * 10)
})
