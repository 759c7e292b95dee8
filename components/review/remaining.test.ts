import { expect, test } from 'vitest'
import { overdueAtMs, remainingText } from './remaining.ts'

test.each([
  [10, 'up to 3 minutes left'],
  [62, '1 to 5 minutes left'],
  [200, '3 to 9 minutes left'],
  [680, '10 to 25 minutes left'],
  [1_400, '20 to 50 minutes left'],
])('%i s are told as %s', (seconds, text) => {
  expect(remainingText(seconds, { isOverdue: false, isLast: false })).toBe(text)
})

test.each([
  [4, 'takes longer than estimated'],
  [80, 'takes longer than estimated'],
  [119, 'takes longer than estimated'],
  [200, '3 to 9 minutes left, longer than estimated'],
])('%i s after the end of an earlier estimate are told as %s', (seconds, text) => {
  expect(remainingText(seconds, { isOverdue: true, isLast: false })).toBe(text)
})

test('the last stages are almost done, and not late within the usual spread', () => {
  expect(remainingText(20, { isOverdue: false, isLast: true })).toBe('almost done')
  expect(remainingText(200, { isOverdue: false, isLast: true })).toBe('3 to 9 minutes left')
  // “About 2 minutes left”, and still under way after four.
  expect(overdueAtMs(undefined, 120, 0)).toBeGreaterThan(240_000)
})

test('the estimate that ends first is the one that counts, with twice its time and two minutes', () => {
  const first = overdueAtMs(undefined, 120, 0)
  expect(first).toBe(360_000)
  expect(overdueAtMs(first, 130, 100_000)).toBe(360_000)
  expect(overdueAtMs(first, 5, 100_000)).toBe(230_000)
})

test('the end of a range is never before the time at which it counts as over', () => {
  for (const seconds of [0, 30, 62, 200, 680, 1_400]) {
    const most = Number(/(\d+) minutes/.exec(remainingText(seconds, { isOverdue: false, isLast: false }))![1])
    expect(most * 60_000).toBeGreaterThanOrEqual(overdueAtMs(undefined, seconds, 0))
  }
})
