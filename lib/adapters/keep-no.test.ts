import { beforeEach, expect, test } from 'vitest'
import { keepNo } from '#lib/adapters/keep-no'

const forLong = 3_600_000
let isSo: boolean | Error
let asked: number
const ask = async () => {
  asked += 1
  if (isSo instanceof Error) throw isSo
  return isSo
}

beforeEach(() => {
  asked = 0
})

test('a no is asked once, for however many', async () => {
  isSo = false
  const look = keepNo(forLong, ask)
  expect(await Promise.all([look(), look(), look()])).toEqual([false, false, false])
  expect(await look()).toBe(false)
  expect(asked).toBe(1)
})

test('a no is asked anew once its time is over', async () => {
  isSo = false
  const look = keepNo(0, ask)
  await look()
  isSo = true
  expect(await look()).toBe(true)
})

test('a yes is given to who waits for it, and asked anew for the next', async () => {
  isSo = true
  const look = keepNo(forLong, ask)
  expect(await Promise.all([look(), look()])).toEqual([true, true])
  expect(asked).toBe(1)
  isSo = false
  expect(await look()).toBe(false)
  expect(asked).toBe(2)
})

test('what could not be asked is asked again', async () => {
  isSo = new Error('away')
  const look = keepNo(forLong, ask)
  await expect(look()).rejects.toThrow('away')
  isSo = false
  expect(await look()).toBe(false)
})
