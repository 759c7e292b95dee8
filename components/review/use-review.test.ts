import { expect, test } from 'vitest'
import type { Review } from '#lib/schemas/review'
import { isSettled } from './use-review.ts'

const review = (status: string, model = 'ready') =>
  ({ status, submissions: [{ reconstruction_status: model }] }) as unknown as Review

test.each(['paid', 'creating', 'open', 'accepting', 'cancelling', 'expired'])(
  'a bounty that is %s is polled: its money still has to move',
  (status) => expect(isSettled(review(status))).toBe(false),
)

test.each(['accepted', 'cancelled', 'expired_refunded', 'failed'])('a bounty that is %s is final', (status) =>
  expect(isSettled(review(status))).toBe(true),
)

test('an accepted bounty is polled until its model is ready or has failed', () => {
  expect(isSettled(review('accepted', 'queued'))).toBe(false)
  expect(isSettled(review('accepted', 'running'))).toBe(false)
  expect(isSettled(review('accepted', 'failed'))).toBe(true)
})
