import 'server-only'
import { isTracing, traced } from '#lib/adapters/trace'
import type { Blocker } from '#lib/domain/bounty/blocker'
import { type BountyAction, type BountyFacts, nextAction } from '#lib/domain/bounty/bounty-progress'
import { findBlocker } from '#lib/domain/bounty/find-blocker'
import { enqueueEffect } from '#lib/services/bounties/enqueue-effect'
import { factsOf, type Known, loadAgain } from '#lib/services/bounties/load-facts'
import type { Pass } from '#lib/services/bounties/pass'
import { readChainState } from '#lib/services/bounties/read-chain-state'
import { recordEvent } from '#lib/services/bounties/record-event'
import { recordNumber } from '#lib/services/bounties/record-number'
import { loadTraceparent } from '#lib/services/payments/load-traceparent'

/** More steps than any bounty needs from payment to end. */
const maxSteps = 8

export type Advanced = {
  /** True if the bounty changed state. */
  moved: boolean
  /** The current state of the bounty. */
  known: Known
  /** Why it is stuck, if it waits for more than a block. `as before`: the stored blocker still applies. */
  blocker: Blocker | 'as before' | undefined
}

/** Advances one bounty as far as possible now. */
export async function advanceBounty(args: { pass: Pass; known: Known }): Promise<Advanced> {
  const { pass } = args
  let { known } = args
  const { bountyId } = known.row
  for (let step = 0; step < maxSteps; step++) {
    pass.blockers.delete(bountyId)
    const { facts, action } = await decide(pass, known)
    if (!(await carryOut(pass, known, action)))
      return { moved: step > 0, known, blocker: blockerOf(pass, known, facts, action) }
    known = await loadAgain({ ctx: pass.ctx, bountyId })
  }
  return { moved: true, known, blocker: undefined }
}

/** A blocker that was noted during the pass is more precise than one that is derived from the facts. */
function blockerOf(pass: Pass, known: Known, facts: BountyFacts, action: BountyAction): Advanced['blocker'] {
  const noted = pass.blockers.get(known.row.bountyId)
  if (noted) return noted
  return action.do === 'wait' || action.do === 'ask' ? findBlocker(facts, known) : undefined
}

async function decide(pass: Pass, known: Known): Promise<{ facts: BountyFacts; action: BountyAction }> {
  const facts = await factsOf({ pass, known })
  const action = nextAction(facts)
  if (action.do !== 'read') return { facts, action }
  const seen = { ...facts, ...(await readChainState({ pass, known })) }
  return { facts: seen, action: nextAction(seen) }
}

/**
 * Acts within a span of the trace of the bounty's payment.
 *
 * @returns false if no progress was made, which ends this pass
 */
async function carryOut(pass: Pass, known: Known, action: BountyAction): Promise<boolean> {
  if (!isTracing() || action.do === 'wait') return act(pass, known, action)
  const { bountyId, paymentId } = known.row
  const parent = await loadTraceparent({ ctx: pass.ctx, paymentId })
  const facts = { 'cairn.bounty_id': bountyId, 'cairn.payment_id': paymentId }
  const spans = { facts, parent, sendIf: (done: boolean) => done }
  return traced(`bounty ${action.do}`, spans, () => act(pass, known, action))
}

async function act(pass: Pass, known: Known, action: BountyAction): Promise<boolean> {
  switch (action.do) {
    case 'ask':
      return enqueueEffect({ pass, known, effect: action.effect })
    case 'record':
      return recordEvent({ pass, known, event: action.event })
    case 'recordNumber':
      return recordNumber({ pass, known })
    default:
      return false
  }
}
