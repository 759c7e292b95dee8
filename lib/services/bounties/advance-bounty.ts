import 'server-only'
import { isTracing, traced } from '#lib/adapters/trace'
import { type BountyAction, type BountyFacts, nextAction } from '#lib/domain/bounty-progress'
import type { Hindrance } from '#lib/domain/hindrance'
import { whatHinders } from '#lib/domain/what-hinders'
import { askEffect } from '#lib/services/bounties/ask-effect'
import { keepNumber } from '#lib/services/bounties/keep-number'
import { factsOf, type Known, loadAgain } from '#lib/services/bounties/load-facts'
import { look } from '#lib/services/bounties/look'
import { recordEvent } from '#lib/services/bounties/record-event'
import type { Visit } from '#lib/services/bounties/visit'
import { loadTraceparent } from '#lib/services/payments/load-traceparent'

/** From payment to end it is fewer. */
const maxSteps = 8

export type Advanced = {
  /** Whether it went anywhere. */
  moved: boolean
  /** As it stands now. */
  known: Known
  /** What keeps it there, when that is more than the wait for a block. */
  hindrance: Hindrance | 'as before' | undefined
}

/** Takes one bounty as far as it can go now. */
export async function advanceBounty(args: { visit: Visit; known: Known }): Promise<Advanced> {
  const { visit } = args
  let { known } = args
  const { bountyId } = known.row
  for (let step = 0; step < maxSteps; step++) {
    visit.hindrances.delete(bountyId)
    const { facts, action } = await decide(visit, known)
    if (!(await carryOut(visit, known, action)))
      return { moved: step > 0, known, hindrance: hindranceOf(visit, known, facts, action) }
    known = await loadAgain({ ctx: visit.ctx, bountyId })
  }
  return { moved: true, known, hindrance: undefined }
}

/** What was noted while it was looked at says more than what the facts let one conclude. */
function hindranceOf(
  visit: Visit,
  known: Known,
  facts: BountyFacts,
  action: BountyAction,
): Advanced['hindrance'] {
  const noted = visit.hindrances.get(known.row.bountyId)
  if (noted) return noted
  return action.do === 'wait' || action.do === 'ask' ? whatHinders(facts, known) : undefined
}

async function decide(visit: Visit, known: Known): Promise<{ facts: BountyFacts; action: BountyAction }> {
  const facts = await factsOf({ visit, known })
  const action = nextAction(facts)
  if (action.do !== 'look') return { facts, action }
  const seen = { ...facts, ...(await look({ visit, known })) }
  return { facts: seen, action: nextAction(seen) }
}

/** Whether anything was done: if not, nothing more can be now. What was done belongs to the trace of the bounty's payment. */
async function carryOut(visit: Visit, known: Known, action: BountyAction): Promise<boolean> {
  if (!isTracing() || action.do === 'wait') return act(visit, known, action)
  const { bountyId, paymentId } = known.row
  const parent = await loadTraceparent({ ctx: visit.ctx, paymentId })
  const facts = { 'cairn.bounty_id': bountyId, 'cairn.payment_id': paymentId }
  const spans = { facts, parent, isNews: (done: boolean) => done }
  return traced(`bounty ${action.do}`, spans, () => act(visit, known, action))
}

async function act(visit: Visit, known: Known, action: BountyAction): Promise<boolean> {
  switch (action.do) {
    case 'ask':
      return askEffect({ visit, known, effect: action.effect })
    case 'record':
      return recordEvent({ visit, known, event: action.event })
    case 'number':
      return keepNumber({ visit, known })
    default:
      return false
  }
}
