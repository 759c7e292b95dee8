import { describe, expect, test } from 'vitest'
import {
  type BountyState,
  bountyEvents,
  bountyStates,
  effectOf,
  isEnded,
  isEscrowed,
  movesOf,
  after as stateAfter,
} from '#lib/domain/bounty/bounty'

const arrows = bountyEvents.flatMap((event) => movesOf(event).map(({ from, to }) => `${from} ${event} ${to}`))

describe('the lifecycle', () => {
  test('has the ten states of the interface', () => {
    expect(bountyStates).toEqual([
      'paid',
      'creating',
      'open',
      'accepting',
      'accepted',
      'cancelling',
      'cancelled',
      'expired',
      'expired_refunded',
      'failed',
    ])
  })

  test('has these arrows and no other', () => {
    const promised = [
      'paid post_signed creating',
      'creating posted open',
      'open accept accepting',
      'accepting released accepted',
      'open cancel cancelling',
      'cancelling cancelled cancelled',
      'open expire expired',
      'expired refunded expired_refunded',
      'paid paid_back failed',
      'creating paid_back failed',
    ]
    const byReorganisation = [
      'open post_undone creating',
      'cancelling paid_back cancelled',
      'expired paid_back expired_refunded',
    ]
    const byOtherHands = [
      'accepting refunded expired_refunded',
      'cancelling refunded cancelled',
      'accepting cancelled expired_refunded',
      'expired cancelled expired_refunded',
    ]
    expect([...arrows].sort()).toEqual([...promised, ...byReorganisation, ...byOtherHands].sort())
  })

  test('reaches every state from paid', () => {
    expect([...reachable('paid')].sort()).toEqual([...bountyStates].sort())
  })

  test('has a way to an end from every state', () => {
    for (const state of bountyStates) expect([...reachable(state)].some(isEnded), state).toBe(true)
  })

  test('ends accepted, cancelled, refunded or failed, and nothing happens after', () => {
    const ended: BountyState[] = ['accepted', 'cancelled', 'expired_refunded', 'failed']
    expect(bountyStates.filter(isEnded)).toEqual(ended)
    for (const state of ended)
      for (const event of bountyEvents) expect(stateAfter(state, event)).toBeUndefined()
  })

  test('lists for an event what happens in each state', () => {
    for (const event of bountyEvents)
      for (const state of bountyStates)
        expect(movesOf(event).find(({ from }) => from === state)?.to).toBe(stateAfter(state, event))
  })

  test('makes a transaction of every state that waits for one', () => {
    const effects = bountyStates.flatMap((state) => (effectOf(state) ? [[state, effectOf(state)]] : []))
    expect(effects).toEqual([
      ['paid', 'post'],
      ['creating', 'post'],
      ['accepting', 'release'],
      ['cancelling', 'cancel'],
      ['expired', 'refund'],
    ])
    // A bounty that has not ended waits for a transaction or, if it is open, for people and the clock.
    for (const state of bountyStates)
      expect(effectOf(state) !== undefined || state === 'open' || isEnded(state), state).toBe(true)
  })

  test('has money in the escrow from the board to the end', () => {
    expect(bountyStates.filter(isEscrowed)).toEqual(['open', 'accepting', 'cancelling', 'expired'])
  })
})

function reachable(from: BountyState): Set<BountyState> {
  const found = new Set<BountyState>([from])
  for (const state of found)
    for (const event of bountyEvents) {
      const to = stateAfter(state, event)
      if (to) found.add(to)
    }
  return found
}
