import { effectOf } from '#lib/domain/bounty'
import { type BountyAction, type BountyFacts, nextAction } from '#lib/domain/bounty-progress'
import type { Breakage } from '#lib/sandbox/testing/simulation/world'

type Decide = (facts: BountyFacts) => BountyAction

/** `nextAction` with one rule broken; `undefined` for breakages elsewhere. */
export function brokenDecision(broken: Breakage | undefined): Decide | undefined {
  return broken && decisions[broken]
}

const decisions: Partial<Record<Breakage, Decide>> = {
  'pays back while a post may still be mined': (facts) => {
    const impatient = facts.state === 'creating' && !facts.payback && facts.post?.state === 'sent'
    return impatient && facts.post!.ageSeconds > 20 ? { do: 'ask', effect: 'payback' } : nextAction(facts)
  },
  'pays back after a restore without asking the token': (facts) =>
    nextAction({ ...facts, paidBack: facts.paidBack === 'unread' ? 'unread' : false }),
  'posts after a restore without asking the token': (facts) =>
    facts.state === 'paid' && !facts.post && !facts.payback
      ? { do: 'ask', effect: 'post' }
      : nextAction(facts),
  'exits on a number that is not final': (facts) => {
    const effect = effectOf(facts.state)
    const isExit = effect === 'release' || effect === 'cancel' || effect === 'refund'
    return nextAction({ ...facts, postIsFinal: facts.postIsFinal || isExit })
  },
  'asks again while the last may take effect': (facts) =>
    facts.exit?.state === 'sent' && facts.exit.ageSeconds > 20
      ? { do: 'ask', effect: effectOf(facts.state)! }
      : nextAction(facts),
  'records an end before it is final': (facts) =>
    nextAction({
      ...facts,
      exit: facts.exit?.state === 'mined' ? { ...facts.exit, state: 'final' } : facts.exit,
      payback: facts.payback?.state === 'mined' ? { ...facts.payback, state: 'final' } : facts.payback,
    }),
  'never refunds what is too late to release': (facts) =>
    nextAction({ ...facts, inContract: facts.inContract === 'overdue' ? 'open' : facts.inContract }),
  'posts an undone bounty again for ever': (facts) => {
    const action = nextAction(facts)
    const undone = facts.state === 'expired' && action.do === 'ask' && action.effect === 'payback'
    return undone ? { do: 'ask', effect: 'post' } : action
  },
  'counts a refused payback as paid': (facts) =>
    facts.payback?.state === 'rejected' ? { do: 'record', event: 'paid_back' } : nextAction(facts),
}
