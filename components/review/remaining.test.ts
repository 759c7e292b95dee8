import { expect, test } from 'vitest'
import { remainingMs, remainingText } from './remaining.ts'

test('the remaining time follows the pace seen so far', () => {
  const first = { percent: 10, atMs: 0 }
  expect(remainingMs(first, { percent: 40, atMs: 60_000 })).toBe(120_000)
  expect(remainingMs(first, { percent: 100, atMs: 60_000 })).toBe(0)
})

test('nothing is estimated from too little', () => {
  const first = { percent: 10, atMs: 0 }
  expect(remainingMs(first, { percent: 12, atMs: 60_000 })).toBeUndefined()
  expect(remainingMs(first, { percent: 60, atMs: 1_000 })).toBeUndefined()
  // A model that was started again.
  expect(remainingMs({ percent: 80, atMs: 0 }, { percent: 5, atMs: 60_000 })).toBeUndefined()
})

test.each([
  [10_000, 'less than a minute left'],
  [62_000, 'about a minute left'],
  [200_000, 'about 3 minutes left'],
])('%i ms are told as %s', (ms, text) => {
  expect(remainingText(ms)).toBe(text)
})
