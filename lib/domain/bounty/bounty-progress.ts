import {
  after,
  type BountyEffect,
  type BountyEvent,
  type BountyState,
  effectOf,
} from '#lib/domain/bounty/bounty'
import { type ChainTxState, endedWithoutEffect } from '#lib/domain/chain/chain-tx'

/** A transaction asked of the outbox for one effect of a bounty. */
export type AskedTx = {
  /** As the outbox has it; `mined` may still turn out to be `reverted`. */
  state: ChainTxState
  /** Number of transactions asked for this effect so far, including this one. */
  tries: number
  /** Age of its state. */
  ageSeconds: number
  /** An operator has asked for a retry since its state changed, so the next try does not wait. */
  retryAsked: boolean
  /** Its receipt shows success, and its block has the confirmations of the network, though it may not be final. */
  confirmed: boolean
}

/** The facts from which the next action of a bounty is decided. */
export type BountyFacts = {
  state: BountyState
  post: AskedTx | undefined
  /** The release, payment, cancel or refund. */
  exit: AskedTx | undefined
  payback: AskedTx | undefined
  /** Its number in the contract was read from a final block. Before, a reorganisation may give the number to another post. */
  postIsFinal: boolean
  /**
   * The state of the bounty in the contract at a final block; `unread` until it is needed. `overdue`: open, and that block is past
   * `deadline + grace`. `accepted`: committed to a contributor, and not paid yet. `unsettled`: the latest block has another state, as for a
   * while after a transaction of another sender.
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
   * While it is `accepted` in the contract: seconds until the contributor can be paid, 0 for at once. `undefined`: another contributor was
   * accepted.
   */
  payableInSeconds?: number | undefined
  /**
   * True if the token has used up the payback's authorization; `unread` and `unsettled` as for `inContract`.
   */
  paidBack: 'unread' | 'unsettled' | boolean
}

/** May be carried out only if state and transactions of the bounty have not changed since the decision. */
export type BountyAction =
  | { do: 'wait' }
  /** Read the contract and the token, then decide again. */
  | { do: 'read' }
  /**
   * Ask the outbox for a transaction. A post needs the payment in the chain, and a payback needs it in a final block: otherwise
   * other people's money would be sent. A post while accepting may come after the deadline, which the contract would refuse, so it
   * gets a later deadline, and the contributor is still paid.
   */
  | { do: 'ask'; effect: BountyEffect }
  | { do: 'record'; event: BountyEvent }
  /** Read its number in the contract from a final block and store it, with the transaction that posted it. */
  | { do: 'recordNumber' }

/** The number of posts that the contract refuses before the money goes back. */
export const maxPostTries = 3
const firstBackoffSeconds = 5
const maxBackoffSeconds = 3_600

/**
 * Decides the next step of a bounty from the stored state and the state of the chain. Pure.
 * Repeated calls bring every bounty to its end, also after crashes in between.
 *
 * Three rules ensure that money moves once. A transaction is asked for again only when the one before can never take effect any
 * more. The payback is asked for only when no post can take effect any more, and no post is asked for after it. And an end is
 * recorded only from a final block.
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
  if (cannotTakeEffect(post) && cannotTakeEffect(payback)) {
    // Also before the first try: a restored backup knows neither of a post nor of a payback made since.
    if (inContract === 'unread' || paidBack === 'unread') return { do: 'read' }
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

/**
 * Until the number of a bounty in the contract is final, nothing else may be sent for it: after a reorganisation the number may
 * belong to another bounty.
 */
function nextForPost(facts: BountyFacts): BountyAction | undefined {
  const { state, post, payback, postIsFinal, inContract, paidBack } = facts
  if (postIsFinal) return undefined
  const isOwedToPayer = after(state, 'paid_back') !== undefined
  if (payback?.state === 'final' && isOwedToPayer) return { do: 'record', event: 'paid_back' }
  if (!payback && post?.state === 'final') return { do: 'recordNumber' }
  if (!cannotTakeEffect(post) || (isOwedToPayer && !cannotTakeEffect(payback))) return { do: 'wait' }
  if (inContract === 'unread' || paidBack === 'unread') return { do: 'read' }
  if (inContract === 'unsettled' || paidBack === 'unsettled') return { do: 'wait' }
  if (inContract !== 'none') return { do: 'recordNumber' }
  // Its post was shown, and a reorganisation undid it. Money owed to the payer needs no escrow, money owed to a contributor does.
  if (state === 'open') return { do: 'record', event: 'post_undone' }
  if (!isOwedToPayer) return payback || paidBack ? { do: 'wait' } : askAgain('post', post)
  return paidBack ? { do: 'record', event: 'paid_back' } : askAgain('payback', payback)
}

/** The state in the contract decides, not which transaction caused it: that may be one that this database does not know. */
function nextForExit({ state, exit, inContract, payableInSeconds }: BountyFacts): BountyAction {
  const effect = effectOf(state)!
  if (!exit) return { do: 'ask', effect }
  if (exit.state !== 'final' && !cannotTakeEffect(exit)) return { do: 'wait' }
  switch (inContract) {
    case 'unread':
      return { do: 'read' }
    case 'released':
    case 'cancelled':
    case 'refunded':
      // The audit reports a state that contradicts the contract. It is not corrected here.
      return after(state, inContract) ? { do: 'record', event: inContract } : { do: 'wait' }
    case 'accepted':
      // Pays only the contributor who was accepted here, once the contract allows it. After a final release, `pay` is a new effect.
      if (effect !== 'release' || payableInSeconds !== 0) return { do: 'wait' }
      return exit.state === 'final' ? { do: 'ask', effect: 'pay' } : askAgain('pay', exit)
    case 'open':
      return exit.state === 'final' ? { do: 'wait' } : askAgain(effect, exit)
    case 'overdue':
      // From now on the contract refuses every release, and anyone may refund.
      return exit.state === 'final' ? { do: 'wait' } : askAgain('refund', exit)
    default:
      return { do: 'wait' }
  }
}

/** True if no transaction was asked for, or if the latest can never take effect any more. */
function cannotTakeEffect(asked: AskedTx | undefined): boolean {
  return !asked || endedWithoutEffect(asked.state)
}

function askAgain(effect: BountyEffect, last: AskedTx | undefined): BountyAction {
  const isTime = !last || last.retryAsked || last.ageSeconds >= backoffSeconds(last.tries)
  return isTime ? { do: 'ask', effect } : { do: 'wait' }
}

/** Seconds to wait after this many tries. */
export function backoffSeconds(tries: number): number {
  return Math.min(firstBackoffSeconds * 3 ** (tries - 1), maxBackoffSeconds)
}
