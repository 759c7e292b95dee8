import { expect, test } from 'vitest'
import { overdueAtMs, remainingText } from './remaining.ts'

test.each([
  [10, 'less than a minute left'],
  [62, 'about a minute left'],
  [200, 'about 3 minutes left'],
  [680, 'about 10 minutes left'],
  [1_400, 'about 25 minutes left'],
])('%i s are told as %s', (seconds, text) => {
  expect(remainingText(seconds, { isOverdue: false, isLast: false })).toBe(text)
})

test.each([
  [4, 'takes longer than estimated'],
  [80, 'takes longer than estimated'],
  [200, 'about 3 minutes left, longer than estimated'],
])('%i s after the end of an earlier estimate are told as %s', (seconds, text) => {
  expect(remainingText(seconds, { isOverdue: true, isLast: false })).toBe(text)
})

test('the last stages are almost done, and not late within the usual spread', () => {
  expect(remainingText(20, { isOverdue: false, isLast: true })).toBe('almost done')
  expect(remainingText(200, { isOverdue: false, isLast: true })).toBe('about 3 minutes left')
  // “About 2 minutes left”, and still under way after four.
  expect(overdueAtMs(undefined, 120, 0)).toBeGreaterThan(240_000)
})

test('the estimate that ends first is the one that counts, with twice its time and two minutes', () => {
  const first = overdueAtMs(undefined, 120, 0)
  expect(first).toBe(360_000)
  expect(overdueAtMs(first, 130, 100_000)).toBe(360_000)
  expect(overdueAtMs(first, 5, 100_000)).toBe(230_000)
})
