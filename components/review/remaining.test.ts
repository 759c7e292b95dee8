import { expect, test } from 'vitest'
import { overdueAtMs, remainingText } from './remaining.ts'

test.each([
  [10, 'less than a minute left'],
  [62, 'about a minute left'],
  [200, 'about 3 minutes left'],
  [680, 'about 10 minutes left'],
  [1_400, 'about 25 minutes left'],
])('%i s are told as %s', (seconds, text) => {
  expect(remainingText(seconds)).toBe(text)
})

test.each([
  [4, 'takes longer than estimated'],
  [80, 'takes longer than estimated'],
  [200, 'about 3 minutes left, longer than estimated'],
])('%i s after the end of an earlier estimate are told as %s', (seconds, text) => {
  expect(remainingText(seconds, true)).toBe(text)
})

test('the estimate that ends first is the one that counts, a minute after its end', () => {
  const first = overdueAtMs(undefined, 120, 0)
  expect(first).toBe(180_000)
  expect(overdueAtMs(first, 70, 100_000)).toBe(180_000)
  expect(overdueAtMs(first, 5, 100_000)).toBe(165_000)
})
