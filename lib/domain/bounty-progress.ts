import { after, type BountyEffect, type BountyEvent, type BountyState, effectOf } from '#lib/domain/bounty'
import { type ChainTxState, endedWithoutEffect } from '#lib/domain/chain-tx'

/** A transaction asked of the outbox for one effect of a bounty. */
export type AskedTx = {
  /** As the outbox has it; `mined` may still turn out to be `reverted`. */
  state: ChainTxState
  /** How many were asked for this effect so far, this one, the latest, included. */
  tries: number
  /** Since its state changed. */
  ageSeconds: number
  /** An operator wanted it tried again at once, since its state changed: the wait before another try is over. */
  retryAsked: boolean
  /** Succeeded, by its receipt, and deep enough in the chain to be shown to people, though perhaps not final. */
  confirmed: boolean
}

/** What is known of a bounty when deciding what to do next. */
export type BountyFacts = {
  state: BountyState
  post: AskedTx | undefined
  /** Of the release, cancel or refund. */
  exit: AskedTx | undefined
  payback: AskedTx | undefined
  /** Whether its number in the contract was read from a final block: another post may have it after a reorganisation. */
  postIsFinal: boolean
  /**
   * What a final block says of it in the contract; `unread` until it matters. `overdue`: open, and that block is past
   * `deadline + grace`. `accepted`: committed to a contributor, and not paid yet. `unsettled`: the latest block says something else, as it does for a while after another hand's
   * transaction.
   */
  inContract:
    | 'unread'
    | 'unsettled'
    | 'none'
    | 'open'
    | 'overdue'
    | 'accepted'
    | 'released'
    | 'cancelled'
    | 'refunded'
  /**
   * While it is `accepted` there: seconds until the contributor can be paid, 0 when at once. `undefined`: it was accepted for
   * somebody else.
   */
  payableInSeconds?: number | undefined
  /** Likewise, whether the token has used up the payback's authorization. */
  paidBack: 'unread' | 'unsettled' | boolean
}

/** To be carried out only while state and transactions of the bounty are those it was decided from. */
export type BountyAction =
  | { do: 'wait' }
  /** Read the contract and the token, then decide again. */
  | { do: 'look' }
  /**
   * To be asked for only while the payment is in the chain, and, for a payback, in a final block: it would be other people's
   * money. A post asked for while accepting may come after the deadline, which the contract would refuse: it needs a later one,
   * so that the contributor is paid all the same.
   */
  | { do: 'ask'; effect: BountyEffect }
  | { do: 'record'; event: BountyEvent }
  /** Read its number in the contract from a final block and keep it, with the transaction that posted it. */
  | { do: 'number' }

/** Posts that the contract refused, before the money goes back. */
export const maxPostTries = 3
const firstBackoffSeconds = 5
const maxBackoffSeconds = 3_600

/**
 * The one decision of the lifecycle, free of I/O: what to do for a bounty now, from what is stored and what the chain says.
 * Asking it again and again, whatever crashed in between, brings every bounty to its end.
 *
 * Three rules keep money single. A transaction is asked for again only when the one before can never take effect any more.
 * The payback is asked for only when no post can, and no post after it. And an end is recorded only from a final block.
 */
export function nextAction(facts: BountyFacts): BountyAction {
  const { state } = facts
  if (state === 'paid' || state === 'creating') return nextBeforeOpen(facts)
  if (state === 'open') return nextForPost(facts) ?? { do: 'wait' }
  return effectOf(state) ? (nextForPost(facts) ?? nextForExit(facts)) : { do: 'wait' }
}

function nextBeforeOpen(facts: BountyFacts): BountyAction {
  const { state, post, payback, inContract, paidBack } = facts
  if (payback?.state === 'final') return { do: 'record', event: 'paid_back' }
  if (isOver(post) && isOver(payback)) {
    // Also before the first try: a restored backup knows neither of a post nor of a payback made since.
    if (inContract === 'unread' || paidBack === 'unread') return { do: 'look' }
    if (inContract === 'unsettled' || paidBack === 'unsettled') return { do: 'wait' }
    if (paidBack) return { do: 'record', event: 'paid_back' }
    if (inContract !== 'none') return { do: 'record', event: state === 'paid' ? 'post_signed' : 'posted' }
    if (payback) return askAgain('payback', payback)
    if (!post) return { do: 'ask', effect: 'post' }
    return post.tries < maxPostTries ? askAgain('post', post) : { do: 'ask', effect: 'payback' }
  }
  if (payback || post?.state === 'queued') return { do: 'wait' }
  if (state === 'paid') return { do: 'record', event: 'post_signed' }
  const shown = post?.state === 'final' || (post?.state === 'mined' && post.confirmed)
  return shown ? { do: 'record', event: 'posted' } : { do: 'wait' }
}

/** Until its number is final nothing else may be sent for it: the number of another bounty would be released. */
function nextForPost(facts: BountyFacts): BountyAction | undefined {
  const { state, post, payback, postIsFinal, inContract, paidBack } = facts
  if (postIsFinal) return undefined
  const isOwedToPayer = after(state, 'paid_back') !== undefined
  if (payback?.state === 'final' && isOwedToPayer) return { do: 'record', event: 'paid_back' }
  if (!payback && post?.state === 'final') return { do: 'number' }
  if (!isOver(post) || (isOwedToPayer && !isOver(payback))) return { do: 'wait' }
  if (inContract === 'unread' || paidBack === 'unread') return { do: 'look' }
  if (inContract === 'unsettled' || paidBack === 'unsettled') return { do: 'wait' }
  if (inContract !== 'none') return { do: 'number' }
  // Its post was shown and undone. Who is owed decides: the payer needs no escrow, the contributor does.
  if (state === 'open') return { do: 'record', event: 'post_undone' }
  if (!isOwedToPayer) return payback || paidBack ? { do: 'wait' } : askAgain('post', post)
  return paidBack ? { do: 'record', event: 'paid_back' } : askAgain('payback', payback)
}

/** What the contract says ends it, not which of the transactions did it: the last one asked for may not be ours to know. */
function nextForExit({ state, exit, inContract, payableInSeconds }: BountyFacts): BountyAction {
  const effect = effectOf(state)!
  if (!exit) return { do: 'ask', effect }
  if (exit.state !== 'final' && !isOver(exit)) return { do: 'wait' }
  switch (inContract) {
    case 'unread':
      return { do: 'look' }
    case 'released':
    case 'cancelled':
    case 'refunded':
      // What does not fit the state is for the audit to report, not for us to explain away.
      return after(state, inContract) ? { do: 'record', event: inContract } : { do: 'wait' }
    case 'accepted':
      // Only its own contributor's turn is waited for. After the release that committed it, the payment is a new effect.
      if (effect !== 'release' || payableInSeconds !== 0) return { do: 'wait' }
      return exit.state === 'final' ? { do: 'ask', effect: 'pay' } : askAgain('pay', exit)
    case 'open':
      return exit.state === 'final' ? { do: 'wait' } : askAgain(effect, exit)
    case 'overdue':
      // A release would be refused for ever, and a refund needs nobody's permission.
      return exit.state === 'final' ? { do: 'wait' } : askAgain('refund', exit)
    default:
      return { do: 'wait' }
  }
}

/** None was asked for, or the last that was can never take effect any more. */
function isOver(asked: AskedTx | undefined): boolean {
  return !asked || endedWithoutEffect(asked.state)
}

function askAgain(effect: BountyEffect, last: AskedTx | undefined): BountyAction {
  const isTime = !last || last.retryAsked || last.ageSeconds >= backoffSeconds(last.tries)
  return isTime ? { do: 'ask', effect } : { do: 'wait' }
}

/** How long to wait after so many tries. */
export function backoffSeconds(tries: number): number {
  return Math.min(firstBackoffSeconds * 3 ** (tries - 1), maxBackoffSeconds)
}
