import { expect, test } from 'vitest'
import { usedText, wholeDuration } from './limit-words.ts'

test('a limit is written in the unit in which it was set', () => {
  expect([36_000, 3_600, 5_400, 61, 86_400].map(wholeDuration)).toEqual([
    ...['10 hours', '1 hour', '90 minutes', '61 seconds', '1 day'],
  ])
})

test('a wallet that has used a little of a limit has not used none of it', () => {
  expect([0, 1, 104].map(usedText)).toEqual(['<1%', '1%', '104%'])
})
