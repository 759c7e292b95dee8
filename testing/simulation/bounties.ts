import { after, type BountyEvent } from '#lib/domain/bounty/bounty'
import { nextPaymentStep, type ReconciliationFacts } from '#lib/domain/payment/next-payment-step'
import { at, field, of, stateAt } from '#testing/simulation/chain'
import { askNode } from '#testing/simulation/node'
import { type BountyRow, durationSeconds, note, type World } from '#testing/simulation/world'

// The rows of bounties in a simulation.

/** Writes a bounty's state, like `transition` of the service: only along the lifecycle. */
export function transition(world: World, bounty: number, row: BountyRow, event: BountyEvent): boolean {
  const to = after(row.state, event)
  if (!to) return false
  note(world, () => `${bounty} goes from ${row.state} to ${to}: ${event}`)
  row.state = to
  return true
}

/** Reconciles the payment of a bounty as the service decides. A settled payment begins the bounty, in one transaction. */
export function* beginSettled(world: World, bounty: number): Generator<void> {
  const { db } = world
  let facts: ReconciliationFacts = {
    asker: 'reconciliation',
    state: db.paymentSettled[bounty] ? 'settled' : 'settling',
    lease: 'over',
    transfer: 'unread',
    wasStored: true,
    // Every payment of a simulated bounty arrives in the end.
    isExpired: false,
    spentForGood: false,
    watchedEnough: false,
  }
  let paidAt = 0
  for (;;) {
    const step = nextPaymentStep(facts)
    if (step.do === 'read') {
      const seen = askNode(world)
      if (seen === undefined) return
      const state = stateAt(world.chain, seen)
      paidAt = state[at.time]!
      facts = { ...facts, transfer: state[field(bounty, of.settled)] ? 'paid' : 'unused' }
    } else if (step.do === 'recordSettled') {
      yield
      if (world.db !== db || db.paymentSettled[bounty]) return
      db.paymentSettled[bounty] = true
      if (world.broken === 'settles without making the bounty') yield
      db.bounties[bounty] = newBounty(paidAt + durationSeconds)
      note(world, () => `${bounty} is paid`)
      return
    } else return
  }
}

function newBounty(deadline: number): BountyRow {
  return {
    state: 'paid',
    deadline,
    onchainId: undefined,
    postIsFinal: false,
    acceptedAt: undefined,
    retryAskedAt: undefined,
    post: undefined,
    postTries: 0,
    exit: undefined,
    exitTries: 0,
    payback: undefined,
    paybackTries: 0,
    createTx: undefined,
    acceptTx: undefined,
    cancelTx: undefined,
    refundTx: undefined,
    payoutTx: undefined,
  }
}
