import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canReplace, type Fees, highestFees } from '#lib/domain/chain/fees'
import {
  type AttemptFacts,
  defaultTiming,
  lostAfterBlocks,
  maxUnmined,
  nextNonceStep,
  nextTransactionStep,
  type QueuedFacts,
  type SignedFacts,
  type TransactionStep,
} from '#lib/domain/chain/next-transaction-step'

const fees: fc.Arbitrary<Fees> = fc
  .tuple(fc.bigInt(1n, 5_000n), fc.bigInt(0n, 5_000n))
  .map(([a, b]) => ({ maxFeePerGas: a > b ? a : b, maxPriorityFeePerGas: a > b ? b : a }))
const block = fc.integer({ min: -1, max: 60 })
const ageMs = fc.integer({ min: 0, max: 90_000 })
const attempt: fc.Arbitrary<AttemptFacts> = fc
  .tuple(fees, fc.record({ cancels: fc.boolean(), signedAgeMs: ageMs, sentAgeMs: ageMs }))
  .map(([offered, rest]) => ({ ...offered, ...rest }))

const queuedFacts: fc.Arbitrary<QueuedFacts> = fc.record({
  state: fc.constant('queued'),
  isFrozen: fc.boolean(),
  unminedOfSender: fc.integer({ min: 0, max: maxUnmined + 1 }),
  trial: fc.constantFrom('unread', 'succeeds', 'reverts', 'refused'),
})
const signedFacts: fc.Arbitrary<SignedFacts> = fc.record({
  state: fc.constantFrom('sent', 'mined'),
  nonce: fc.integer({ min: 0, max: 9 }),
  minedBlock: fc.option(block),
  nonceUsedBlock: fc.option(block),
  attempts: fc.array(attempt, { minLength: 1, maxLength: 4 }),
  bumpIsAsked: fc.boolean(),
  cancelIsAsked: fc.boolean(),
  canSign: fc.boolean(),
  timing: fc.constant(defaultTiming),
  finalBlock: block,
  isReorganised: fc.boolean(),
  receipt: fc.oneof(
    fc.constantFrom('unread' as const, 'none' as const),
    fc.record({ block, outcome: fc.constantFrom('succeeded', 'reverted', 'cancelled') }),
  ),
  chainNonce: fc.oneof(fc.constant('unread' as const), fc.integer({ min: 0, max: 9 })),
  nonceUser: fc.constantFrom('unread', 'notFinal', 'unknown', 'ours', 'another'),
  isLowest: fc.boolean(),
  market: fc.oneof(fc.constant('unread' as const), fees),
  feeLimits: fc.record({ floor: fc.constant(0n), cap: fc.bigInt(1n, 5_000n) }),
})

/** Checks every step that is decided for a signed transaction. */
function forSigned(check: (facts: SignedFacts, step: TransactionStep) => void): void {
  fc.assert(
    fc.property(signedFacts, (facts) => check(facts, nextTransactionStep(facts))),
    { numRuns: 2_000 },
  )
}

describe('a queued transaction', () => {
  test('is signed only after a successful trial, and not while its queue is frozen or full', () => {
    fc.assert(
      fc.property(queuedFacts, (facts) => {
        const { isFrozen, unminedOfSender, trial } = facts
        const step = nextTransactionStep(facts)
        const maySign = !isFrozen && unminedOfSender < maxUnmined && trial === 'succeeds'
        expect(step.do === 'sign').toBe(maySign)
        expect(['wait', 'read', 'sign', 'reject']).toContain(step.do)
      }),
    )
  })

  test('is rejected only for a revert with no earlier transaction unmined', () => {
    fc.assert(
      fc.property(queuedFacts, (facts) => {
        const mayReject = !facts.isFrozen && facts.unminedOfSender === 0 && facts.trial === 'reverts'
        expect(nextTransactionStep(facts).do === 'reject').toBe(mayReject)
      }),
    )
  })
})

describe('a signed transaction', () => {
  test('is never signed with another nonce, nor rejected', () => {
    forSigned((_, step) => {
      expect(['sign', 'reject']).not.toContain(step.do)
    })
  })

  test('is final or reverted only by a receipt of its call in a final block', () => {
    forSigned(({ receipt, finalBlock }, step) => {
      if (step.do !== 'record' || step.state === 'mined') return
      const outcome = step.state === 'final' ? 'succeeded' : 'reverted'
      expect(receipt).toMatchObject({ outcome })
      expect((receipt as { block: number }).block).toBeLessThanOrEqual(finalBlock)
    })
  })

  test('is lost only once the transaction that used its nonce cannot be undone', () => {
    forSigned(({ receipt, finalBlock, nonce, chainNonce, nonceUsedBlock, nonceUser }, step) => {
      if (step.do !== 'recordLost') return
      if (step.because === 'cancelled') {
        expect(receipt).toMatchObject({ outcome: 'cancelled' })
        expect((receipt as { block: number }).block).toBeLessThanOrEqual(finalBlock)
      } else {
        expect(receipt).toBe('none')
        expect(nonce).toBeLessThan(chainNonce as number)
        expect(nonceUsedBlock! + lostAfterBlocks).toBeLessThanOrEqual(finalBlock)
        expect(nonceUser).toBe('another')
      }
    })
  })

  test('is replaced only with the key, at a free nonce, for fees that nodes accept and the limit allows', () => {
    forSigned(({ canSign, attempts, feeLimits, nonce, chainNonce, cancelIsAsked, receipt }, step) => {
      if (step.do !== 'replace') return
      expect(canSign).toBe(true)
      expect(receipt).toBe('none')
      expect(nonce).toBeGreaterThanOrEqual(chainNonce as number)
      for (const offered of [...attempts, highestFees(attempts)])
        expect(canReplace(offered, step.fees)).toBe(true)
      expect(step.fees.maxFeePerGas).toBeLessThanOrEqual(feeLimits.cap)
      expect(step.with).toBe(cancelIsAsked ? 'cancellation' : 'call')
    })
  })

  test('is not sent or replaced while it has a receipt or a used nonce', () => {
    forSigned(({ receipt, nonce, chainNonce }, step) => {
      if (step.do !== 'rebroadcast' && step.do !== 'replace' && step.do !== 'refill') return
      expect(receipt).toBe('none')
      expect(nonce).toBeGreaterThanOrEqual(chainNonce as number)
    })
  })

  test('without the key is followed by the same steps, except that it is sent again instead of replaced', () => {
    forSigned((facts, step) => {
      const without = nextTransactionStep({ ...facts, canSign: false })
      const replaces =
        step.do === 'replace' || 'heldUpBy' in step || (step.do === 'read' && step.what === 'market')
      if (replaces) expect(['wait', 'rebroadcast', 'refill']).toContain(without.do)
      else expect(without).toEqual(step)
    })
  })

  test('reads each fact at most once', () => {
    forSigned((facts, step) => {
      if (step.do !== 'read' || step.what === 'trial') return
      expect(facts[step.what]).toBe('unread')
    })
  })
})

test('an ended transaction has no further step', () => {
  for (const state of ['final', 'reverted', 'rejected', 'lost'] as const)
    expect(nextTransactionStep({ state })).toEqual({ do: 'wait' })
})

test('a key used elsewhere continues at the nonce of the chain, and a chain that forgot is sent what it lacks', () => {
  expect(nextNonceStep({ stored: undefined, onChain: 3 })).toEqual({ do: 'open' })
  expect(nextNonceStep({ stored: 3, onChain: 3 })).toEqual({ do: 'proceed' })
  expect(nextNonceStep({ stored: 3, onChain: 5 })).toEqual({ do: 'skip', to: 5 })
  expect(nextNonceStep({ stored: 5, onChain: 3 })).toEqual({ do: 'refill', from: 3, below: 5 })
})
