import { expect, test } from 'vitest'
import { remainingText } from './remaining.ts'

test.each([
  [10, 'less than a minute left'],
  [62, 'about a minute left'],
  [200, 'about 3 minutes left'],
  [680, 'about 10 minutes left'],
  [1_400, 'about 25 minutes left'],
])('%i s are told as %s', (seconds, text) => {
  expect(remainingText(seconds)).toBe(text)
})
