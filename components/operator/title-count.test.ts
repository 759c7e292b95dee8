import { expect, test } from 'vitest'
import { titleWithCount } from './title-count.ts'

test('a title has the number of incidents once, and none without incidents', () => {
  expect(titleWithCount('Overview · Cairn', 2)).toBe('(2) Overview · Cairn')
  expect(titleWithCount('(2) Overview · Cairn', 3)).toBe('(3) Overview · Cairn')
  expect(titleWithCount('(2) Overview · Cairn', 0)).toBe('Overview · Cairn')
})
