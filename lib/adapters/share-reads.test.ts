import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shareReads } from '#lib/adapters/share-reads'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('calls at about the same time share one read, and a later call reads again', async () => {
  let reads = 0
  const read = shareReads(100, async () => ++reads)
  expect(await Promise.all([read(), read()])).toEqual([1, 1])
  vi.advanceTimersByTime(99)
  expect(await read()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(await read()).toBe(2)
})

test('a call after an error reads again', async () => {
  let reads = 0
  const read = shareReads(100, async () => {
    if (++reads === 1) throw new Error('not yet')
    return reads
  })
  await expect(read()).rejects.toThrow('not yet')
  expect(await read()).toBe(2)
})
