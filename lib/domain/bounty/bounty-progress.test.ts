import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bountyStates, effectOf, isEnded, after as stateAfter } from '#lib/domain/bounty/bounty'
import {
  type AskedTx,
  type BountyAction,
  type BountyFacts,
  backoffSeconds,
  maxPostTries,
  nextAction,
} from '#lib/domain/bounty/bounty-progress'

const asked: fc.Arbitrary<AskedTx> = fc.record({
  state: fc.constantFrom('queued', 'sent', 'mined', 'final', 'reverted', 'rejected', 'lost'),
  tries: fc.integer({ min: 1, max: 12 }),
  ageSeconds: fc.integer({ min: 0, max: 10_000 }),
  confirmed: fc.boolean(),
  retryAsked: fc.boolean(),
})
const maybeAsked = fc.option(asked, { nil: undefined, freq: 3 })
const inContract = fc.constantFrom<BountyFacts['inContract'][]>(
  'unread',
  'unsettled',
  'none',
  'open',
  'overdue',
  'released',
  'cancelled',
  'refunded',
)
const anyFacts: fc.Arbitrary<BountyFacts> = fc.record({
  state: fc.constantFrom(...bountyStates),
  post: maybeAsked,
  exit: maybeAsked,
  payback: maybeAsked,
  postIsFinal: fc.boolean(),
  inContract,
  paidBack: fc.constantFrom<BountyFacts['paidBack'][]>('unread', 'unsettled', true, false),
})

const isDead = (tx: AskedTx | undefined) =>
  tx === undefined || tx.state === 'reverted' || tx.state === 'rejected' || tx.state === 'lost'
const isLooked = (facts: BountyFacts) => facts.inContract !== 'unread' && facts.paidBack !== 'unread'

const isBeforeOpen = ({ state }: BountyFacts) => state === 'paid' || state === 'creating'
/** No number is read before the board shows the bounty. */
const isKnownPosted = (facts: BountyFacts) => facts.postIsFinal && !isBeforeOpen(facts)

/** Checks a property for all combinations of facts, including those that should never occur. */
function always(name: string, holds: (facts: BountyFacts, action: BountyAction) => boolean) {
  test(name, () => {
    fc.assert(
      fc.property(anyFacts, (facts) => holds(facts, nextAction(facts))),
      { numRuns: 20_000 },
    )
  })
}

describe('for all combinations of facts', () => {
  always('only what can happen in its state is recorded', ({ state }, action) =>
    action.do === 'record' ? stateAfter(state, action.event) !== undefined : true,
  )

  always('nothing is done for one that has ended', ({ state }, action) =>
    isEnded(state) ? action.do === 'wait' : true,
  )

  always('nothing is asked for again while the last can still take effect', (facts, action) => {
    if (action.do !== 'ask') return true
    const { effect } = action
    return isDead(effect === 'post' ? facts.post : effect === 'payback' ? facts.payback : facts.exit)
  })

  always(
    'money goes back from the treasury only when no post has taken effect or can, by contract and token',
    (facts, action) =>
      action.do === 'ask' && action.effect === 'payback'
        ? isDead(facts.post) &&
          !isKnownPosted(facts) &&
          facts.inContract === 'none' &&
          facts.paidBack === false
        : true,
  )

  always('nothing is posted once the payback was asked for, or made', ({ payback, paidBack }, action) =>
    action.do === 'ask' && action.effect === 'post' ? payback === undefined && paidBack === false : true,
  )

  always('nothing is posted that may be in the contract already', (facts, action) =>
    action.do === 'ask' && action.effect === 'post'
      ? facts.inContract === 'none' && !isKnownPosted(facts)
      : true,
  )

  always('no exit is asked for before the number is final', ({ state, postIsFinal }, action) => {
    if (action.do !== 'ask' || action.effect === 'post' || action.effect === 'payback') return true
    return postIsFinal && (action.effect === effectOf(state) || action.effect === 'refund')
  })

  always('only the state’s own exit is asked for, but for a refund of what is overdue', (facts, action) => {
    if (action.do !== 'ask' || action.effect === 'post' || action.effect === 'payback') return true
    return action.effect === effectOf(facts.state) || facts.inContract === 'overdue'
  })

  always('an end is recorded only as the chain has it for good', (facts, action) => {
    if (action.do !== 'record' || !isEnded(stateAfter(facts.state, action.event)!)) return true
    return action.event === 'paid_back'
      ? facts.payback?.state === 'final' || facts.paidBack === true
      : facts.inContract === action.event
  })

  always('it is shown as open only once its post is confirmed', ({ post, inContract: seen }, action) => {
    if (action.do !== 'record' || action.event !== 'posted') return true
    const inItsContract = isDead(post) && seen !== 'none' && seen !== 'unread' && seen !== 'unsettled'
    return inItsContract || post?.state === 'final' || (post?.state === 'mined' && post.confirmed)
  })

  always('it is looked at once', (facts, action) => !(isLooked(facts) && action.do === 'read'))

  always('nothing is done while the newest block says otherwise', (facts, action) => {
    if (facts.inContract !== 'unsettled' || action.do === 'wait' || action.do === 'read') return true
    // No read is needed if our own transactions give the answer.
    return !isDead(facts.post) || !isDead(facts.payback) || facts.postIsFinal
  })

  always('a post is refused only so often before the money goes back', (facts, action) =>
    action.do === 'ask' && action.effect === 'post' && isBeforeOpen(facts)
      ? (facts.post?.tries ?? 0) < maxPostTries
      : true,
  )
})

describe('a refused transaction', () => {
  const refused = (tries: number, ageSeconds: number): BountyFacts => ({
    state: 'cancelling',
    post: { state: 'final', tries: 1, ageSeconds: 1, confirmed: true, retryAsked: false },
    exit: { state: 'rejected', tries, ageSeconds, confirmed: false, retryAsked: false },
    payback: undefined,
    postIsFinal: true,
    inContract: 'open',
    paidBack: false,
  })

  test('is retried with a growing backoff of at most one hour, and is never given up', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 500].map(backoffSeconds)).toEqual([
      5, 15, 45, 135, 405, 1_215, 3_600, 3_600, 3_600,
    ])
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (tries) => {
        const due = backoffSeconds(tries)
        expect(nextAction(refused(tries, due - 1))).toEqual({ do: 'wait' })
        expect(nextAction(refused(tries, due))).toEqual({ do: 'ask', effect: 'cancel' })
      }),
    )
  })

  test('is retried at once if an operator asked for that and the other conditions hold', () => {
    const facts = refused(9, 1)
    const wanted = { ...facts, exit: { ...facts.exit!, retryAsked: true } }
    expect(nextAction(wanted)).toEqual({ do: 'ask', effect: 'cancel' })
    for (const inContract of ['unsettled', 'none'] as const)
      expect(nextAction({ ...wanted, inContract })).toEqual({ do: 'wait' })
    for (const state of ['queued', 'sent', 'mined', 'final'] as const)
      expect(nextAction({ ...wanted, exit: { ...wanted.exit, state } })).toEqual({ do: 'wait' })
  })

  test('is asked for as a refund once that is anyone’s to ask', () => {
    for (const state of ['accepting', 'cancelling', 'expired'] as const)
      expect(nextAction({ ...refused(1, 10), state, inContract: 'overdue' })).toEqual({
        do: 'ask',
        effect: 'refund',
      })
  })
})

describe('a post that was shown and undone', () => {
  const undone: Omit<BountyFacts, 'state'> = {
    post: { state: 'reverted', tries: 1, ageSeconds: 100, confirmed: false, retryAsked: false },
    exit: undefined,
    payback: undefined,
    postIsFinal: false,
    inContract: 'none',
    paidBack: false,
  }

  test('is taken off the board when it is open', () => {
    expect(nextAction({ ...undone, state: 'open' })).toEqual({ do: 'record', event: 'post_undone' })
  })

  test.each(['cancelling', 'expired'] as const)('goes straight back to the payer when %s', (state) => {
    expect(nextAction({ ...undone, state })).toEqual({ do: 'ask', effect: 'payback' })
    const payback: AskedTx = { state: 'final', tries: 1, ageSeconds: 1, confirmed: true, retryAsked: false }
    expect(nextAction({ ...undone, state, payback })).toEqual({ do: 'record', event: 'paid_back' })
    expect(nextAction({ ...undone, state, paidBack: true })).toEqual({ do: 'record', event: 'paid_back' })
  })

  test('is posted again, as often as it takes, when a contributor is owed', () => {
    const post: AskedTx = {
      state: 'rejected',
      tries: 40,
      ageSeconds: 3_600,
      confirmed: false,
      retryAsked: false,
    }
    expect(nextAction({ ...undone, state: 'accepting', post })).toEqual({ do: 'ask', effect: 'post' })
  })
})
