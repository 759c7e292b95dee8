import { expect, test } from 'vitest'
import { bountySearchText } from './palette-bounties.ts'

test('a failed search for bounties is said also beside pages of that name, and is never "none"', () => {
  const failed = { isError: true, isNone: false }
  expect(bountySearchText(failed, true)).toMatch(/^Could not search/)
  expect(bountySearchText(failed, false)).toMatch(/^Could not search/)
  const none = { isError: false, isNone: true }
  expect(bountySearchText(none, false)).toMatch(/^No page or action .* no bounty .* id, number or hash/)
  expect(bountySearchText(none, true)).toBe('')
})
