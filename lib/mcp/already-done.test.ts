import { expect, test } from 'vitest'
import { isAlreadyDone, mayBeDone } from './already-done.ts'

const submissions = [
  { submission_id: 'a', accepted: false },
  { submission_id: 'b', accepted: true },
]

test.each([
  ['cairn_cancel_bounty', {}, 'cancelling', true],
  ['cairn_cancel_bounty', {}, 'cancelled', true],
  ['cairn_cancel_bounty', {}, 'accepted', false],
  ['cairn_cancel_bounty', {}, 'expired', false],
  ['cairn_accept_submission', { submission_id: 'b' }, 'accepting', true],
  ['cairn_accept_submission', { submission_id: 'b' }, 'accepted', true],
  ['cairn_accept_submission', { submission_id: 'a' }, 'accepted', false],
  ['cairn_accept_submission', {}, 'accepted', false],
  ['cairn_accept_submission', { submission_id: 'b' }, 'cancelled', false],
  ['cairn_decline_submission', { submission_id: 'b' }, 'accepted', false],
])('%s %j of a bounty that is %s: %s', (tool, args, status, done) => {
  expect(isAlreadyDone(tool, args, { status, submissions })).toBe(done)
})

test('what is no bounty is not done', () => {
  for (const answer of [undefined, null, {}, { error: 'not_found' }])
    expect(isAlreadyDone('cairn_cancel_bounty', {}, answer)).toBe(false)
})

test('only a conflict of a cancel or an accept may mean that it is done already', () => {
  expect(mayBeDone('cairn_cancel_bounty', 409)).toBe(true)
  expect(mayBeDone('cairn_accept_submission', 409)).toBe(true)
  expect(mayBeDone('cairn_decline_submission', 409)).toBe(false)
  expect(mayBeDone('cairn_query', 409)).toBe(false)
  expect(mayBeDone('cairn_cancel_bounty', 503)).toBe(false)
})
