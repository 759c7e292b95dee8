import { expect, test } from 'vitest'
import { bountyMark } from './state-mark.ts'

test.each([
  ['paid', 'now'],
  ['creating', 'now'],
  ['open', 'open'],
  ['accepting', 'now'],
  ['accepted', 'done'],
  ['cancelling', 'now'],
  ['cancelled', 'back'],
  ['expired', 'now'],
  ['expired_refunded', 'back'],
  ['failed', 'wrong'],
] as const)('a bounty that is %s has the symbol %s', (state, mark) => {
  expect(bountyMark(state)).toBe(mark)
})
