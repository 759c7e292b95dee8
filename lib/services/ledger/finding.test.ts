import { expect, test } from 'vitest'
import { finding } from '#lib/services/ledger/finding'

test('a single finding has the singular', () => {
  expect(finding('bounty_stuck', null, { count: 1 }).message).toMatch(/^1 bounty has been on the way/)
  expect(finding('bounty_stuck', null, { count: 2 }).message).toMatch(/^2 bounties have been on the way/)
  expect(finding('inflow_without_payment', null, { count: 1, amountAtomic: 3_000_000n }).message).toMatch(
    /^3\.00 USDC came into the treasury in 1 transfer that/,
  )
})
