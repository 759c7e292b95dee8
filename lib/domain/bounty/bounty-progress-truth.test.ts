import { expect, test } from 'vitest'
import { type AskedTx, type BountyFacts, nextAction } from '#lib/domain/bounty/bounty-progress'

const nothing: BountyFacts = {
  state: 'paid',
  post: undefined,
  exit: undefined,
  payback: undefined,
  postIsFinal: false,
  inContract: 'unread',
  paidBack: 'unread',
}
const asked = (state: AskedTx['state'], tries = 1): AskedTx => ({
  state,
  tries,
  ageSeconds: 100_000,
  confirmed: state === 'final',
  retryAsked: false,
})
const looked = { inContract: 'none', paidBack: false } as const

test('nothing is posted before the chain was asked whether the money went back or is posted already', () => {
  expect(nextAction(nothing)).toEqual({ do: 'read' })
  expect(nextAction({ ...nothing, ...looked })).toEqual({ do: 'ask', effect: 'post' })
  expect(nextAction({ ...nothing, ...looked, paidBack: true })).toEqual({ do: 'record', event: 'paid_back' })
  expect(nextAction({ ...nothing, ...looked, inContract: 'open' })).toEqual({
    do: 'record',
    event: 'post_signed',
  })
})

test('a refused post is not tried again, nor paid back again, when the chain says that the money went back', () => {
  const refused: BountyFacts = { ...nothing, ...looked, state: 'creating', post: asked('rejected', 3) }
  expect(nextAction(refused)).toEqual({ do: 'ask', effect: 'payback' })
  expect(nextAction({ ...refused, paidBack: true })).toEqual({ do: 'record', event: 'paid_back' })
})
