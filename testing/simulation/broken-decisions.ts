import { effectOf } from '#lib/domain/bounty/bounty'
import { type BountyAction, type BountyFacts, nextAction } from '#lib/domain/bounty/bounty-progress'
import {
  nextTransactionStep,
  type TransactionFacts,
  type TransactionStep,
} from '#lib/domain/chain/next-transaction-step'
import type { Breakage } from '#testing/simulation/world'

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
  'posts an undone bounty again without end': (facts) => {
    const action = nextAction(facts)
    const undone = facts.state === 'expired' && action.do === 'ask' && action.effect === 'payback'
    return undone ? { do: 'ask', effect: 'post' } : action
  },
  'counts a refused payback as paid': (facts) =>
    facts.payback?.state === 'rejected' ? { do: 'record', event: 'paid_back' } : nextAction(facts),
}

type DecideStep = (facts: TransactionFacts) => TransactionStep

/** `nextTransactionStep` with one rule broken; `undefined` for breakages elsewhere. */
export function brokenStep(broken: Breakage | undefined): DecideStep | undefined {
  return broken && steps[broken]
}

const steps: Partial<Record<Breakage, DecideStep>> = {
  'gives a transaction up for one missing receipt': (facts) => {
    const step = nextTransactionStep(facts)
    return step.do === 'noteNonceUsed' ? { do: 'recordLost', because: 'nonceUsed' } : step
  },
  'gives a transaction up for two missing receipts': (facts) => {
    const step = nextTransactionStep(facts)
    const asks = step.do === 'read' && step.what === 'nonceUser'
    return asks ? { do: 'recordLost', because: 'nonceUsed' } : step
  },
  'ends a transaction before its block is final': (facts) => {
    const isSigned = facts.state === 'sent' || facts.state === 'mined'
    return nextTransactionStep(isSigned ? { ...facts, finalBlock: facts.finalBlock + 1 } : facts)
  },
  'offers too little more for a nonce': (facts) => {
    const step = nextTransactionStep(facts)
    if (step.do !== 'replace') return step
    return { ...step, fees: { ...step.fees, maxFeePerGas: (step.fees.maxFeePerGas * 8n) / 9n } }
  },
  'takes a mined cancellation for the call': (facts) => {
    const isSigned = facts.state === 'sent' || facts.state === 'mined'
    const receipt = isSigned && typeof facts.receipt === 'object' ? facts.receipt : undefined
    if (!isSigned || receipt?.outcome !== 'cancelled') return nextTransactionStep(facts)
    return nextTransactionStep({ ...facts, receipt: { ...receipt, outcome: 'succeeded' } })
  },
}
