import 'server-only'
import { type BountyAction, nextAction } from '#lib/domain/bounty-progress'
import { askEffect } from '#lib/services/bounties/ask-effect'
import { keepNumber } from '#lib/services/bounties/keep-number'
import { factsOf, type Known, loadAgain } from '#lib/services/bounties/load-facts'
import { look } from '#lib/services/bounties/look'
import { recordEvent } from '#lib/services/bounties/record-event'
import type { Visit } from '#lib/services/bounties/visit'

/** From payment to end it is fewer. */
const maxSteps = 8

/** Takes one bounty as far as it can go now, and answers whether it went anywhere. */
export async function advanceBounty(args: { visit: Visit; known: Known }): Promise<boolean> {
  const { visit } = args
  let { known } = args
  for (let step = 0; step < maxSteps; step++) {
    const action = await decide(visit, known)
    if (!(await carryOut(visit, known, action))) return step > 0
    known = await loadAgain({ ctx: visit.ctx, bountyId: known.row.bountyId })
  }
  return true
}

async function decide(visit: Visit, known: Known): Promise<BountyAction> {
  const facts = await factsOf({ visit, known })
  const action = nextAction(facts)
  return action.do === 'look' ? nextAction({ ...facts, ...(await look({ visit, known })) }) : action
}

/** Whether anything was done: if not, nothing more can be now. */
async function carryOut(visit: Visit, known: Known, action: BountyAction): Promise<boolean> {
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
