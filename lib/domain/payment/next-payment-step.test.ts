import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type IdentifierFacts,
  nextPaymentStep,
  type PayerFact,
  type PayerFacts,
  type PayerStep,
  type PaymentFacts,
  type PaymentStep,
  type ReconciliationFacts,
  readTransferEveryMs,
  waitForLeaseMs,
} from '#lib/domain/payment/next-payment-step'

const state = fc.constantFrom<PayerFacts['state'][]>(
  'none',
  'claimed',
  'settling',
  'settled',
  'failed',
  'void',
)
const transfer = fc.constantFrom<PayerFacts['transfer'][]>('unread', 'unknown', 'unused', 'paid', 'spent')
const unreadOr = fc.constantFrom<('unread' | boolean)[]>('unread', true, false)
const waiting = {
  waitedMs: fc.integer({ min: 0, max: 2 * waitForLeaseMs }),
  sinceTransferReadMs: fc.integer({ min: 0, max: 2 * readTransferEveryMs }),
}

const payerFacts: fc.Arbitrary<PayerFacts> = fc.record({
  asker: fc.constant('payer'),
  state,
  transfer,
  ...waiting,
  lease: fc.constantFrom('ours', 'other', 'over'),
  mismatch: fc.option(fc.constantFrom('paid_without_order', 'authorization_already_used'), {
    nil: undefined,
    freq: 4,
  }),
  verdict: fc.constantFrom('unread', 'good', 'refused'),
  identifier: fc.constantFrom('none', 'unread', 'free', 'bound', 'taken'),
  flow: fc.constantFrom('upfront', 'authorization'),
  twin: fc.constantFrom('unread', 'none', 'settling'),
  settlement: fc.constantFrom('unasked', 'settled', 'pending', 'refused'),
  facilitatorIsOurs: fc.boolean(),
  sentBack: unreadOr,
  quotedBefore: unreadOr,
  proof: fc.constantFrom('none', 'unread', 'valid', 'invalid'),
})
const identifierFacts: fc.Arbitrary<IdentifierFacts> = fc.record({
  asker: fc.constant('identifier'),
  state,
  transfer,
  ...waiting,
  lease: fc.constantFrom('other', 'over'),
  isPayer: unreadOr,
  isSameRequest: fc.boolean(),
})
const reconciliationFacts: fc.Arbitrary<ReconciliationFacts> = fc.record({
  asker: fc.constant('reconciliation'),
  state,
  transfer,
  lease: fc.constantFrom('other', 'over'),
  wasStored: fc.boolean(),
  isExpired: fc.boolean(),
  spentForGood: unreadOr,
  watchedEnough: fc.boolean(),
})
const anyFacts = fc.oneof(payerFacts, identifierFacts, reconciliationFacts)

/** Holds for all facts, also for those that cannot occur together. */
function always<Facts extends PaymentFacts>(
  name: string,
  facts: fc.Arbitrary<Facts>,
  holds: (facts: Facts, step: PaymentStep) => boolean,
) {
  test(name, () => {
    fc.assert(
      fc.property(facts, (given) => holds(given, nextPaymentStep(given as PaymentFacts))),
      { numRuns: 20_000 },
    )
  })
}

describe('for all facts', () => {
  always('a payment is recorded as settled only for a proven transfer', anyFacts, (facts, { do: step }) => {
    if (step !== 'recordSettled') return true
    if (facts.transfer === 'paid') return true
    return facts.asker === 'payer' && facts.settlement === 'settled' && facts.facilitatorIsOurs
  })

  always('only a settled payment is answered', anyFacts, (facts, { do: step }) =>
    step === 'answer' ? facts.state === 'settled' : true,
  )

  always(
    'the facilitator is asked once, under our lease, after the result is stored, and not for money that moved',
    anyFacts,
    (facts, { do: step }) =>
      step !== 'settle' ||
      (facts.asker === 'payer' &&
        facts.lease === 'ours' &&
        facts.state === 'settling' &&
        facts.settlement === 'unasked' &&
        facts.transfer !== 'paid'),
  )

  always(
    'a settlement is taken over only after the chain said that it has not paid',
    payerFacts,
    (facts, step) =>
      step.do !== 'takeOver' ? true : facts.lease === 'over' && ['unused', 'spent'].includes(facts.transfer),
  )

  always(
    'a payment that was shown before is claimed again only when the chain was read',
    payerFacts,
    (facts, step) =>
      step.do !== 'claim' || facts.state === 'none' || ['unused', 'paid'].includes(facts.transfer),
  )

  always('an unknown outcome is not answered with a new price', payerFacts, (facts, step) => {
    if (step.do !== 'refuse' && step.do !== 'recordFailed') return true
    if (facts.mismatch) return true
    return facts.transfer !== 'unknown' && !(facts.state === 'settling' && facts.settlement === 'pending')
  })

  always(
    'money that moved for a known payment is refused only when it was sent back',
    payerFacts,
    (facts, step) =>
      step.do === 'refuse' && facts.transfer === 'paid' && facts.state !== 'none' && !facts.mismatch
        ? facts.sentBack === true
        : true,
  )

  always(
    'what another request works on is left to it, unless the money moved',
    anyFacts,
    (facts, { do: step }) => {
      if (facts.lease !== 'other' || (facts.state !== 'claimed' && facts.state !== 'settling')) return true
      if (facts.asker === 'payer' && facts.mismatch) return step === 'refuse' || step === 'read'
      const passive = ['read', 'wait', 'answerPending', 'answerHeld', 'ignore', 'refuseIdentifier']
      return passive.includes(step) || (step === 'recordSettled' && facts.transfer === 'paid')
    },
  )

  always(
    'an unknown transfer is sold only as a look-up, to its wallet, for an older offer',
    payerFacts,
    (facts, step) =>
      step.do !== 'recover'
        ? true
        : facts.flow === 'authorization' &&
          facts.transfer === 'paid' &&
          facts.quotedBefore === true &&
          facts.proof === 'valid' &&
          facts.sentBack === false,
  )

  always('an identifier answers its own payer, for the same request', identifierFacts, (facts, step) =>
    ['answer', 'recordSettled', 'answerHeld', 'wait'].includes(step.do)
      ? facts.isPayer === true && facts.isSameRequest
      : true,
  )

  always(
    'an unpaid payment is bound to its identifier before anything is stored for it',
    payerFacts,
    (facts, step) =>
      step.do !== 'store' ||
      facts.transfer === 'paid' ||
      facts.identifier === 'none' ||
      facts.identifier === 'bound',
  )

  always('a claim is void only when nothing was ever stored for it', reconciliationFacts, (facts, step) =>
    step.do === 'abandon' && step.as === 'void' ? facts.state === 'claimed' && !facts.wasStored : true,
  )

  always(
    'a payment is closed as failed only when it is unpaid and can no longer be paid, or after 30 days',
    reconciliationFacts,
    (facts, step) => {
      if (step.do !== 'close') return true
      const isOver = facts.isExpired || facts.watchedEnough || facts.spentForGood === true
      return isOver && ['unused', 'spent'].includes(facts.transfer)
    },
  )

  always(
    'the reconciliation changes nothing that is settled, void or new',
    reconciliationFacts,
    (facts, step) => (['settled', 'void', 'none'].includes(facts.state) ? step.do === 'wait' : true),
  )

  always('a fact is read once', anyFacts, (facts, step) =>
    step.do === 'read' ? (facts as unknown as Record<string, unknown>)[step.fact] === 'unread' : true,
  )
})

/** Results of reads and effects, as indexes into the possible results of each; the first result when they run out. */
const outcomes = fc.array(fc.nat({ max: 59 }), { maxLength: 80 })

type Walk = { settled: number; stored: boolean; facts: PayerFacts; end: PayerStep }

/** One request, with all results given by `said`. */
function walk(from: PayerFacts, said: readonly number[]): Walk {
  let facts = from
  let [settled, stored, at] = [0, false, 0]
  const oneOf = <Value>(...possible: Value[]): Value => possible[(said[at++] ?? 0) % possible.length]!
  const readAgain = (): PayerFacts => ({
    ...facts,
    state: oneOf('settled', 'none', 'claimed', 'settling', 'failed', 'void'),
    lease: oneOf('over', 'other'),
    transfer: 'unread',
    verdict: 'unread',
    twin: 'unread',
    sentBack: 'unread',
    quotedBefore: 'unread',
    identifier: from.identifier === 'none' ? 'none' : 'unread',
  })
  const reads: Record<PayerFact, () => Partial<PayerFacts>> = {
    transfer: () => ({ transfer: oneOf('unused', 'paid', 'spent', 'unknown') }),
    verdict: () => ({ verdict: oneOf('good', 'refused') }),
    twin: () => ({ twin: oneOf('none', 'settling') }),
    sentBack: () => ({ sentBack: oneOf(false, true) }),
    quotedBefore: () => ({ quotedBefore: oneOf(true, false) }),
    proof: () => ({ proof: oneOf('valid', 'invalid') }),
  }
  for (let steps = 0; steps < 2_000; steps += 1) {
    const step = nextPaymentStep(facts)
    switch (step.do) {
      case 'read':
        facts = { ...facts, ...reads[step.fact]() }
        if (step.fact === 'transfer') facts = { ...facts, sinceTransferReadMs: 0 }
        break
      case 'wait':
        facts = { ...readAgain(), waitedMs: facts.waitedMs + 100 }
        facts = { ...facts, sinceTransferReadMs: facts.sinceTransferReadMs + 100 }
        break
      case 'followIdentifier':
        facts = { ...facts, identifier: 'free' }
        break
      case 'claim':
        facts = oneOf(true, false) ? { ...facts, state: 'claimed', lease: 'ours' } : readAgain()
        break
      case 'bindIdentifier':
        facts = { ...facts, identifier: oneOf('bound', 'taken') }
        break
      case 'voidClaim':
        facts = readAgain()
        break
      case 'store':
        stored = true
        facts = { ...facts, state: 'settling' }
        break
      case 'takeOver':
        facts = { ...facts, lease: 'ours' }
        break
      case 'settle': {
        settled += 1
        const settlement = oneOf('settled', 'pending', 'refused')
        facts = { ...facts, settlement, transfer: 'unread' }
        break
      }
      default:
        return { settled, stored, facts, end: step }
    }
  }
  throw new Error('the request has no end')
}

describe('a request, for all results of its reads and steps,', () => {
  const begun: PayerFacts = {
    asker: 'payer',
    state: 'none',
    lease: 'over',
    transfer: 'unread',
    mismatch: undefined,
    verdict: 'unread',
    identifier: 'none',
    flow: 'authorization',
    twin: 'unread',
    settlement: 'unasked',
    facilitatorIsOurs: true,
    sentBack: 'unread',
    quotedBefore: 'unread',
    proof: 'none',
    waitedMs: 0,
    sinceTransferReadMs: Number.POSITIVE_INFINITY,
  }
  const starts: fc.Arbitrary<PayerFacts> = fc
    .record({
      state,
      lease: fc.constantFrom<PayerFacts['lease'][]>('other', 'over'),
      identifier: fc.constantFrom<PayerFacts['identifier'][]>('none', 'unread'),
      flow: fc.constantFrom<PayerFacts['flow'][]>('upfront', 'authorization'),
      proof: fc.constantFrom<PayerFacts['proof'][]>('none', 'unread', 'invalid'),
      facilitatorIsOurs: fc.boolean(),
    })
    .map((start) => ({ ...begun, ...start }))

  test('ends, asks the facilitator at most once, and is answered only for money that moved', () => {
    fc.assert(
      fc.property(starts, outcomes, (start, said) => {
        const { settled, facts, end } = walk(start, said)
        expect(settled).toBeLessThanOrEqual(1)
        if (end.do !== 'recordSettled') return
        const isProven = facts.settlement === 'settled' && facts.facilitatorIsOurs
        expect(facts.transfer === 'paid' || isProven).toBe(true)
      }),
      { numRuns: 20_000 },
    )
  })

  test('is refused after it asked the facilitator only when both facilitator and chain say no', () => {
    fc.assert(
      fc.property(starts, outcomes, (start, said) => {
        const { settled, facts, end } = walk(start, said)
        if (settled === 0) return
        expect(end.do).not.toBe('refuse')
        if (end.do === 'recordFailed') {
          expect(facts.settlement).toBe('refused')
          expect(['unused', 'spent']).toContain(facts.transfer)
        }
      }),
      { numRuns: 20_000 },
    )
  })

  test.each(['authorization', 'upfront'] as const)(
    'of a new %s payment is checked, claimed, stored, settled and answered',
    (flow) => {
      expect(walk({ ...begun, flow }, [])).toMatchObject({
        settled: 1,
        stored: true,
        end: { do: 'recordSettled' },
      })
    },
  )
})
