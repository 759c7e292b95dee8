import { expect, test } from 'vitest'
import { describeTimeLeft } from '#lib/domain/text/duration'

test.each([
  [-5, 'less than a minute'],
  [0, 'less than a minute'],
  [59, 'less than a minute'],
  [60, '1 minute'],
  [3_599, '59 minutes'],
  [3_600, '1 hour'],
  [3_660, '1 hour 1 minute'],
  [86_399, '23 hours 59 minutes'],
  [86_400, '1 day'],
  [86_400 + 59 * 60, '1 day'],
  [2 * 86_400 + 3_600, '2 days 1 hour'],
  [30 * 86_400 - 1, '29 days 23 hours'],
])('%i seconds are %s', (seconds, text) => {
  expect(describeTimeLeft(seconds)).toBe(text)
})
