import { after, type BountyEvent } from '#lib/domain/bounty'
import { at, field, of, stateAt } from '#lib/sandbox/testing/simulation/chain'
import { askNode } from '#lib/sandbox/testing/simulation/outbox'
import { type BountyRow, durationSeconds, note, type World } from '#lib/sandbox/testing/simulation/world'

/** The writer of state, as `transition` is: only along the lifecycle. */
export function transition(world: World, bounty: number, row: BountyRow, event: BountyEvent): boolean {
  const to = after(row.state, event)
  if (!to) return false
  note(world, () => `${bounty} goes from ${row.state} to ${to}: ${event}`)
  row.state = to
  return true
}

/** The payment goes to the chain; whoever sees it there makes the bounty (web or reconciliation), in one transaction. */
export function* beginSettled(world: World, bounty: number): Generator<void> {
  const { db } = world
  if (db.paymentSettled[bounty]) return
  const seen = askNode(world)
  if (seen === undefined || !stateAt(world.chain, seen)[field(bounty, of.settled)]) return
  const paidAt = stateAt(world.chain, seen)[at.time]!
  yield
  if (world.db !== db || db.paymentSettled[bounty]) return
  db.paymentSettled[bounty] = true
  if (world.broken === 'settles without making the bounty') yield
  db.bounties[bounty] = newBounty(paidAt + durationSeconds)
  note(world, () => `${bounty} is paid`)
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
