import type { Blocker } from '#lib/domain/bounty/blocker'
import { after, type BountyEffect, type BountyState, effectOf, isEnded } from '#lib/domain/bounty/bounty'
import { type AskedTx, type BountyFacts, backoffSeconds } from '#lib/domain/bounty/bounty-progress'
import { endedWithoutEffect } from '#lib/domain/chain/chain-tx'

/** A transaction in the outbox, with the details that explain why it waits. */
export type AskedDetails = {
  id: number
  kind: string
  error: string | null
  /** Why an operator froze the sender queue in which it waits; `null` if the queue is not frozen. */
  queueFrozen: string | null
}
export type DetailsOf = Record<'post' | 'exit' | 'payback', AskedDetails | undefined>

/** The name of an effect in a sentence. */
export const effectWords: Record<BountyEffect, string> = {
  post: 'post into the escrow',
  release: 'release to the contributor',
  pay: 'payment to the contributor',
  cancel: 'cancellation',
  refund: 'refund',
  payback: 'payback from the treasury',
}

/**
 * Says why a bounty makes no progress, if it waits for more than a block. Takes the facts that `nextAction` decided from, after it
 * decided to wait, or after what it asked for was not possible. `as before`: a retry is in progress, so the stored blocker still applies.
 */
export function findBlocker(facts: BountyFacts, details: DetailsOf): Blocker | 'as before' | undefined {
  const { state, inContract, exit } = facts
  if (isEnded(state)) return undefined
  if (isGivenBack(facts))
    return {
      code: 'contract_disagrees',
      text: 'Its money went back to its payer, and a submission was accepted. An operator must resolve this before anything is sent.',
      data: {},
    }
  const held = inContract === 'accepted' ? heldBack(facts) : undefined
  if (held) return held
  const slot = currentSlot(facts)
  const asked = slot && facts[slot]
  const detail = slot && details[slot]
  if (!asked || !detail) return undefined
  const name = effectWords[effectOfKind(detail.kind)]
  const { id, error } = detail
  if (!endedWithoutEffect(asked.state))
    return slot === 'exit' && exit?.state === 'final' ? disagreement(facts) : trouble(asked, name, detail)
  if (inContract === 'unsettled' || facts.paidBack === 'unsettled') return undefined
  const stillToBeAsked =
    slot === 'exit'
      ? inContract === 'open' || inContract === 'overdue' || inContract === 'accepted'
      : inContract === 'none'
  if (inContract !== 'unread' && !stillToBeAsked) return disagreement(facts)
  return {
    code: 'refused',
    text: `Its ${name} ${refusalOf(asked)}${error ? `: ${sentence(error)}` : '.'}`,
    data: { transaction: id, tries: asked.tries, ...(error ? { error } : {}) },
    nextTryInSeconds: Math.max(0, backoffSeconds(asked.tries) - asked.ageSeconds),
  }
}

/**
 * True if the money went back while the bounty is accepting, which happens only after a backup was restored.
 */
function isGivenBack({ state, payback, paidBack, postIsFinal }: BountyFacts): boolean {
  return state === 'accepting' && !postIsFinal && (paidBack === true || payback?.state === 'final')
}

/** Which of its transactions the bounty waits for now. */
export function currentSlot(facts: {
  state: BountyState
  postIsFinal: boolean
  payback: unknown
  exit: unknown
}): 'post' | 'exit' | 'payback' | undefined {
  const { state, postIsFinal, payback, exit } = facts
  if (isEnded(state)) return undefined
  const isBeforeOpen = state === 'paid' || state === 'creating'
  if (isBeforeOpen || !postIsFinal) return payback ? 'payback' : 'post'
  return exit ? 'exit' : undefined
}

/** The effect of a transaction's kind: `bounty_release` becomes `release`. */
export function effectOfKind(kind: string): BountyEffect {
  return kind.replace(/^bounty_/, '') as BountyEffect
}

function trouble(
  asked: AskedTx,
  name: string,
  { id, error, queueFrozen }: AskedDetails,
): Blocker | 'as before' | undefined {
  if (asked.state === 'queued' && queueFrozen !== null)
    return {
      code: 'not_sent',
      text: `Its ${name} is not sent: an operator froze the sender queue of its key, saying: ${sentence(queueFrozen)}`,
      data: { transaction: id, tries: asked.tries },
    }
  if (!error && asked.state === 'queued' && asked.tries > 1) return 'as before'
  if (!error || (asked.state !== 'queued' && asked.state !== 'sent')) return undefined
  const how = asked.state === 'queued' ? 'cannot be sent yet' : 'was sent and is in no block'
  return {
    code: 'not_sent',
    text: `Its ${name} ${how}: ${sentence(error)}`,
    data: { transaction: id, tries: asked.tries, error },
  }
}

/** Accepted in the contract and not paid: its own contributor waits for a day with room in the limit, or another one was accepted. */
function heldBack({ state, payableInSeconds }: BountyFacts): Blocker | undefined {
  if (effectOf(state) !== 'release' || payableInSeconds === undefined)
    return {
      code: 'contract_disagrees',
      text: `The contract has accepted it for a submission that was not accepted here, while it is ${state}. Unless you did that, the operator key is stolen: remove it, and have the owner revoke the acceptance.`,
      data: { in_contract: 'accepted' },
    }
  if (payableInSeconds === 0) return undefined
  return {
    code: 'waits_for_limit',
    text: 'It is accepted for its contributor in the contract. The daily limit of the escrow is reached, and it is paid when its day comes.',
    data: {},
    nextTryInSeconds: payableInSeconds,
  }
}

function disagreement({ state, inContract }: BountyFacts): Blocker | undefined {
  const hasEnded = inContract === 'released' || inContract === 'cancelled' || inContract === 'refunded'
  const isUnexpected = hasEnded
    ? !after(state, inContract)
    : inContract === 'none' || inContract === 'open' || inContract === 'overdue'
  if (!isUnexpected) return undefined
  const wanted = effectOf(state)
  return {
    code: 'contract_disagrees',
    text: `The contract says ${inContract === 'none' ? 'that it has no such bounty' : inContract}, which contradicts ${state}${wanted ? ` and its ${effectWords[wanted]}` : ''}. An operator must resolve this before anything is sent.`,
    data: { in_contract: inContract },
  }
}

function refusalOf({ state, tries }: AskedTx): string {
  const times = tries === 1 ? 'once' : `${tries} times, the last time`
  if (state === 'rejected') return `was refused before it was sent (asked ${times})`
  if (state === 'reverted') return `was in a block and reverted (asked ${times})`
  return `lost its nonce to another transaction (asked ${times})`
}

/** The error as a sentence. Nodes repeat the reason of a contract; it is extracted. */
function sentence(error: string): string {
  const [, reason] = /^Execution reverted with reason: (.+?)\.? execution reverted: \1/i.exec(error) ?? []
  const text = reason ? `the contract says "${reason}"` : error
  return /[.!?…]$/.test(text) ? text : `${text}.`
}
