import { expect, test } from 'vitest'
import { bountyStates } from '#lib/domain/bounty/bounty'
import { cancelAdvice } from '#lib/domain/bounty/cancel-advice'

test('every refused cancellation says what to do', () => {
  for (const state of bountyStates) expect(cancelAdvice(state)).toMatch(/\.$/)
  expect(cancelAdvice('paid')).toContain('cancel once it is open')
  expect(cancelAdvice('cancelling')).toContain('Idempotency-Key')
})
