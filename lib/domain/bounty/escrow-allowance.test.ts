import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AllowanceFacts,
  isAllowanceIdle,
  type LastApproval,
  nextAllowanceStep,
} from '#lib/domain/bounty/escrow-allowance'
import { chainTxStates, endedWithoutEffect } from '#lib/domain/chain/chain-tx'

const approval: fc.Arbitrary<LastApproval> = fc.record({
  state: fc.constantFrom(...chainTxStates),
  isInAllowance: fc.boolean(),
  isUsed: fc.boolean(),
  isOlderThanBounty: fc.boolean(),
  mayTryAgain: fc.boolean(),
})
const amount = fc.bigInt({ min: 0n, max: 5n })
const anyFacts: fc.Arbitrary<AllowanceFacts> = fc.record({
  amountAtomic: fc.bigInt({ min: 1n, max: 5n }),
  allowedAtomic: amount,
  askedAtomic: amount,
  waitingAtomic: amount,
  isBeingRevoked: fc.boolean(),
  lastApproval: fc.option(approval, { nil: undefined, freq: 4 }),
})
const isUnderWay = (last: AllowanceFacts['lastApproval']) =>
  typeof last === 'object' &&
  (last.state === 'queued' ||
    last.state === 'sent' ||
    (!endedWithoutEffect(last.state) && !last.isInAllowance))

describe('for all facts', () => {
  const always = (name: string, holds: (facts: AllowanceFacts) => boolean) =>
    test(name, () => {
      fc.assert(fc.property(anyFacts, holds), { numRuns: 20_000 })
    })

  always(
    'an approval is of what waits, and only while no post and no approval can still use the old one',
    (facts) => {
      const step = nextAllowanceStep(facts)
      if (step.do === 'read' || step.approveAtomic === undefined) return true
      return (
        step.approveAtomic === facts.waitingAtomic &&
        facts.askedAtomic === 0n &&
        !facts.isBeingRevoked &&
        !isUnderWay(facts.lastApproval)
      )
    },
  )

  always(
    'a bounty is posted with an allowance for it, or after the token refused one since it was paid',
    (facts) => {
      if (nextAllowanceStep(facts).do !== 'post') return true
      const { lastApproval: last } = facts
      const isRefused = typeof last === 'object' && endedWithoutEffect(last.state) && !last.isOlderThanBounty
      return (
        !facts.isBeingRevoked && (facts.allowedAtomic - facts.askedAtomic >= facts.amountAtomic || isRefused)
      )
    },
  )

  always(
    'a missing allowance is requested once all posts and approvals have ended and the wait is over',
    (facts) => {
      const { lastApproval: last } = facts
      const step = nextAllowanceStep(facts)
      const isReady =
        !facts.isBeingRevoked &&
        facts.askedAtomic === 0n &&
        facts.allowedAtomic < facts.amountAtomic &&
        !isUnderWay(last) &&
        (last === undefined || (typeof last === 'object' && last.mayTryAgain))
      return !isReady || (step.do !== 'read' && step.approveAtomic !== undefined)
    },
  )

  always('an allowance that a bounty waits for is not taken back', (facts) =>
    isAllowanceIdle(facts) ? facts.waitingAtomic === 0n && facts.askedAtomic === 0n : true,
  )
})

test('the last approval is read only when the allowance is too little', () => {
  const facts: AllowanceFacts = {
    amountAtomic: 5n,
    allowedAtomic: 5n,
    askedAtomic: 0n,
    waitingAtomic: 5n,
    isBeingRevoked: false,
    lastApproval: 'unread',
  }
  expect(nextAllowanceStep(facts)).toEqual({ do: 'post' })
  expect(nextAllowanceStep({ ...facts, isBeingRevoked: true })).toEqual({ do: 'wait' })
  expect(nextAllowanceStep({ ...facts, askedAtomic: 1n })).toEqual({ do: 'read', fact: 'lastApproval' })
})
