import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inTime, within } from '#lib/adapters/in-time'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = new Promise<string>(() => {})

test('both return a result in time and leave no timer', async () => {
  await expect(within(1_000, Promise.resolve('yes'))).resolves.toBe('yes')
  await expect(inTime(1_000, Promise.resolve('yes'))).resolves.toBe('yes')
  expect(vi.getTimerCount()).toBe(0)
})

test('on a timeout or failure, `within` rejects and `inTime` resolves with undefined', async () => {
  const answers = Promise.allSettled([within(1_000, never), inTime(1_000, never)])
  await vi.advanceTimersByTimeAsync(1_000)
  const [late, silent] = await answers
  expect(late).toMatchObject({ reason: { message: 'no answer in time' } })
  expect(silent).toEqual({ status: 'fulfilled', value: undefined })
  await expect(within(1_000, Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(inTime(1_000, Promise.reject(new Error('no')))).resolves.toBeUndefined()
  expect(vi.getTimerCount()).toBe(0)
})
