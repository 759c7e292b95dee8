import { after, type BountyEffect, type BountyEvent, type BountyState, effectOf } from '#lib/domain/bounty'

/** A transaction asked of the outbox for one effect of a bounty. */
export type AskedTx = {
  state: 'queued' | 'sent' | 'mined' | 'final' | 'reverted' | 'rejected' | 'lost'
  /** How many were asked for this effect so far, this one, the latest, included. */
  tries: number
  /** Since its state changed. */
  ageSeconds: number
  /** Deep enough in the chain to be shown to people, though perhaps not final. */
  confirmed: boolean
}

/** What is known of a bounty when deciding what to do next. */
export type BountyFacts = {
  state: BountyState
  post: AskedTx | undefined
  exit: AskedTx | undefined
  payback: AskedTx | undefined
  /** Whether its number in the contract was read from a final block: another post may have it after a reorganisation. */
  postIsFinal: boolean
  /** What the contract says of it; `unread` until it matters. */
  inContract: 'unread' | 'none' | 'open' | 'released' | 'cancelled' | 'refunded'
  /** Whether the token has used up the payback's authorization; `unread` until it matters. */
  paidBack: 'unread' | boolean
}

export type BountyAction =
  | { do: 'wait' }
  /** Read the contract and the token, then decide again. */
  | { do: 'look' }
  | { do: 'ask'; effect: BountyEffect }
  | { do: 'record'; event: BountyEvent }
  /** Read its number in the contract from a final block and keep it. */
  | { do: 'number' }

/** Posts that the contract refused, before the money goes back. */
export const maxPostTries = 3
const firstBackoffSeconds = 5
const maxBackoffSeconds = 3_600

/**
 * The one decision of the lifecycle, free of I/O: what to do for a bounty now, from what is stored and what the chain says.
 * Asking it again and again, whatever crashed in between, brings every bounty to its end.
 *
 * Two rules keep money single. A transaction is asked for again only when the one before can never take effect any more.
 * And the payback is asked for only when no post can.
 */
export function nextAction(facts: BountyFacts): BountyAction {
  const { state } = facts
  if (state === 'paid' || state === 'creating') return nextBeforeOpen(facts)
  if (state === 'open') return nextForPost(facts) ?? { do: 'wait' }
  return effectOf(state) ? (nextForPost(facts) ?? nextForExit(facts)) : { do: 'wait' }
}

function nextBeforeOpen(facts: BountyFacts): BountyAction {
  const { state, post, payback, inContract } = facts
  if (payback) return nextForPayback(facts, payback)
  if (!post) return { do: 'ask', effect: 'post' }
  if (hasNoEffect(post)) {
    if (inContract === 'unread') return { do: 'look' }
    if (inContract === 'none')
      return post.tries < maxPostTries ? askAgain('post', post) : { do: 'ask', effect: 'payback' }
    // Posted after all, by a try this database does not know: a restored backup.
    return { do: 'record', event: state === 'paid' ? 'post_signed' : 'posted' }
  }
  if (post.state === 'queued') return { do: 'wait' }
  if (state === 'paid') return { do: 'record', event: 'post_signed' }
  return post.confirmed || post.state === 'final' ? { do: 'record', event: 'posted' } : { do: 'wait' }
}

function nextForPayback({ paidBack }: BountyFacts, payback: AskedTx): BountyAction {
  if (payback.state === 'final') return { do: 'record', event: 'paid_back' }
  if (!hasNoEffect(payback)) return { do: 'wait' }
  if (paidBack === 'unread') return { do: 'look' }
  return paidBack ? { do: 'record', event: 'paid_back' } : askAgain('payback', payback)
}

/** Until its number is final nothing else may be sent for it: the number of another bounty would be released. */
function nextForPost({ state, post, postIsFinal, inContract }: BountyFacts): BountyAction | undefined {
  if (postIsFinal || !post) return undefined
  if (post.state === 'final') return { do: 'number' }
  if (!hasNoEffect(post)) return { do: 'wait' }
  if (inContract === 'unread') return { do: 'look' }
  if (inContract !== 'none') return { do: 'number' }
  return state === 'open' ? { do: 'record', event: 'post_undone' } : askAgain('post', post)
}

function nextForExit({ state, exit, inContract }: BountyFacts): BountyAction {
  const effect = effectOf(state)!
  if (!exit) return { do: 'ask', effect }
  if (exit.state === 'final') return { do: 'record', event: ending[effect]! }
  if (!hasNoEffect(exit)) return { do: 'wait' }
  if (inContract === 'unread') return { do: 'look' }
  if (inContract === 'open') return askAgain(effect, exit)
  // Ended by another hand. What does not fit the state is for the audit to report, not for us to explain away.
  const event = inContract === 'none' ? undefined : inContract
  return event && after(state, event) ? { do: 'record', event } : { do: 'wait' }
}

const ending: Partial<Record<BountyEffect, BountyEvent>> = {
  release: 'released',
  cancel: 'cancelled',
  refund: 'refunded',
}

/** It can never take effect any more. */
function hasNoEffect({ state }: AskedTx): boolean {
  return state === 'reverted' || state === 'rejected' || state === 'lost'
}

function askAgain(effect: BountyEffect, last: AskedTx): BountyAction {
  return last.ageSeconds >= backoffSeconds(last.tries) ? { do: 'ask', effect } : { do: 'wait' }
}

/** How long to wait after so many tries. */
export function backoffSeconds(tries: number): number {
  return Math.min(firstBackoffSeconds * 3 ** (tries - 1), maxBackoffSeconds)
}
