import { beforeEach, expect, test } from 'vitest'
import { cacheFalse } from '#lib/adapters/cache-false'

const anHour = 3_600_000
let result: boolean | Error
let checks: number
const check = async () => {
  checks += 1
  if (result instanceof Error) throw result
  return result
}

beforeEach(() => {
  checks = 0
})

test('false is checked once for any number of callers', async () => {
  result = false
  const cached = cacheFalse(anHour, check)
  expect(await Promise.all([cached(), cached(), cached()])).toEqual([false, false, false])
  expect(await cached()).toBe(false)
  expect(checks).toBe(1)
})

test('false is checked again once its time is over', async () => {
  result = false
  const cached = cacheFalse(0, check)
  await cached()
  result = true
  expect(await cached()).toBe(true)
})

test('true is shared by the callers that wait for it, and checked again for the next', async () => {
  result = true
  const cached = cacheFalse(anHour, check)
  expect(await Promise.all([cached(), cached()])).toEqual([true, true])
  expect(checks).toBe(1)
  result = false
  expect(await cached()).toBe(false)
  expect(checks).toBe(2)
})

test('an error is passed on and not cached', async () => {
  result = new Error('away')
  const cached = cacheFalse(anHour, check)
  await expect(cached()).rejects.toThrow('away')
  result = false
  expect(await cached()).toBe(false)
})
