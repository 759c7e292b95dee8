import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cacheFor } from '#lib/adapters/cache-for'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const owner = {}

test('calls within the time share one result for each owner', async () => {
  const read = vi.fn(async (input: object) => ({ input }))
  const cached = cacheFor(1_000, (input: object) => input, read)
  const first = await cached(owner)
  vi.advanceTimersByTime(999)
  expect(await cached(owner)).toBe(first)
  expect(await cached({})).not.toBe(first)
  vi.advanceTimersByTime(1)
  expect(await cached(owner)).not.toBe(first)
  expect(read).toHaveBeenCalledTimes(3)
})

test('calls that wait share an error, which is not cached; an old error does not remove a newer result', async () => {
  const calls: { resolve: (value: string) => void; reject: (error: Error) => void }[] = []
  const read = () => new Promise<string>((resolve, reject) => calls.push({ resolve, reject }))
  const cached = cacheFor(1_000, () => owner, read)
  const old = cached(undefined)
  expect(cached(undefined)).toBe(old)
  vi.advanceTimersByTime(1_000)
  const newer = cached(undefined)
  calls[0]!.reject(new Error('silent'))
  await expect(old).rejects.toThrow('silent')
  calls[1]!.resolve('read')
  await newer
  expect(cached(undefined)).toBe(newer)
  vi.advanceTimersByTime(1_000)
  const failed = cached(undefined)
  calls[2]!.reject(new Error('away'))
  await expect(failed).rejects.toThrow('away')
  expect(cached(undefined)).not.toBe(failed)
})
