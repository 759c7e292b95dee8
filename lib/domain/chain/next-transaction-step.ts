import { type FeeLimits, type Fees, highestFees, raiseFees } from '#lib/domain/chain/fees'

/** Sent and not yet mined transactions of one sender. Nodes limit how many they hold in their pool. */
export const maxUnmined = 16
/** How many blocks after `nonceUsedBlock` must be final before the outbox looks up which transaction used the nonce. */
export const lostAfterBlocks = 12

/** How long to wait for a transaction to be mined. Real time. */
export type TransactionTiming = {
  /** Before the same bytes are sent again. */
  rebroadcastAfterMs: number
  /** How long a transaction may stay unmined before a higher fee is offered. */
  bumpAfterMs: number
}
export const defaultTiming: TransactionTiming = { rebroadcastAfterMs: 5_000, bumpAfterMs: 30_000 }

/** One signed form of a transaction. All forms share its nonce, so at most one of them is ever mined. */
export type AttemptFacts = Fees & {
  /** An empty transaction to ourselves, in place of the call. */
  cancels: boolean
  /** Milliseconds since it was signed, and since it was last sent. */
  signedAgeMs: number
  sentAgeMs: number
}

/** A transaction without a nonce. */
export type QueuedFacts = {
  state: 'queued'
  /** An operator froze the sender queue: no transaction in it gets a nonce. */
  isFrozen: boolean
  /** Transactions of the same sender that are sent and not mined. */
  unminedOfSender: number
  /** The result of executing the call on a node without sending it. `refused`: it failed for another reason than a revert. */
  trial: 'unread' | 'succeeds' | 'reverts' | 'refused'
}

/**
 * A transaction with a nonce and at least one stored attempt. Each block number may come from another node, and a node may be
 * some blocks behind.
 */
export type SignedFacts = {
  state: 'sent' | 'mined'
  nonce: number
  /** The block of the receipt that made it `mined`. */
  minedBlock: number | null
  /** The head when its nonce was first seen used, by any transaction. */
  nonceUsedBlock: number | null
  /** Ordered by fee, so that the newest is the last. */
  attempts: readonly AttemptFacts[]
  /** An operator wants a higher fee at once. */
  bumpIsAsked: boolean
  /** An operator wants an empty transaction in its place. */
  cancelIsAsked: boolean
  /** This process has the key. Without it a transaction is followed and sent again, but never replaced. */
  canSign: boolean
  timing: TransactionTiming
  /** The last final block; -1 if no block is final yet. */
  finalBlock: number
  /** The head at the last pass of this process has left the chain, or this is its first pass. */
  isReorganised: boolean
  receipt: 'unread' | 'none' | { block: number; outcome: 'succeeded' | 'reverted' | 'cancelled' }
  /** The next nonce that the chain expects of the sender. */
  chainNonce: 'unread' | number
  /** The transaction that used its nonce, as the final blocks show. `unknown`: no node has the state of the blocks to look it up. */
  nonceUser: 'unread' | 'notFinal' | 'unknown' | 'ours' | 'another'
  /** It has the lowest nonce of the sender's unmined transactions whose nonce is still free. */
  isLowest: boolean
  /** The fees that a new transaction needs now. */
  market: 'unread' | Fees
  /** The limits of the network, or with the cap that an operator set for this transaction. */
  feeLimits: FeeLimits
}

type EndedFacts = { state: 'final' | 'reverted' | 'rejected' | 'lost' }

/** The facts from which the next step of a transaction is decided. */
export type TransactionFacts = QueuedFacts | SignedFacts | EndedFacts

/**
 * The next step of a transaction. A step changes the row only if the row is still as in the facts.
 *
 * `heldUpBy` is the reason for which the transaction makes no progress, for operators.
 */
export type TransactionStep =
  | {
      do: 'wait'
      heldUpBy?: 'trial' | 'unfinalCancellation' | 'feeLimit' | 'unknownNonceUser' | 'missingReceipt'
    }
  /** Read this from a node, then decide again. */
  | { do: 'read'; what: 'trial' | 'receipt' | 'chainNonce' | 'nonceUser' | 'market' }
  /** Take the sender's next nonce and store the signed bytes, in one commit; then broadcast them. */
  | { do: 'sign' }
  /** It has no nonce and never gets one. */
  | { do: 'reject' }
  /** Its receipt is in a block: `mined`, and `final` or `reverted` once that block is final. */
  | { do: 'record'; state: 'mined' | 'final' | 'reverted' }
  /** `cancelled`: the empty transaction in its place is final. `nonceUsed`: a final transaction that is not ours used its nonce. */
  | { do: 'recordLost'; because: 'cancelled' | 'nonceUsed' }
  /** A reorganisation took it out of the chain. `undone`: send the same bytes again. `cancelled`: the empty one is mined. */
  | { do: 'recordUnmined'; because: 'undone' | 'cancelled' }
  /** Store the head as the block in which its nonce was first seen used, or forget that block. */
  | { do: 'noteNonceUsed' }
  | { do: 'noteNonceFree' }
  /** Send the newest wanted bytes again. */
  | { do: 'rebroadcast'; heldUpBy?: 'feeLimit' }
  /** The chain lacks transactions below this one: send the stored bytes of the sender's nonces from `from` up to this one. */
  | { do: 'refill'; from: number; heldUpBy?: 'feeLimit' }
  /** Sign another attempt at the same nonce with these fees, store it, then broadcast it. */
  | { do: 'replace'; with: 'call' | 'cancellation'; fees: Fees }

/**
 * Decides what the outbox does for a transaction now. Pure. Repeated calls bring each transaction to one of its four ends, also after
 * crashes and reorganisations in between.
 *
 * Three rules ensure that an effect happens once. Only a queued transaction gets a nonce, and it has that nonce until its end. It ends only
 * by what a final block shows. A missing receipt proves nothing, however often it is missing, because a node may be behind or incomplete: a
 * transaction is lost only when a final block contains another one with its nonce.
 */
export function nextTransactionStep(facts: TransactionFacts): TransactionStep {
  switch (facts.state) {
    case 'queued':
      return nextForQueued(facts)
    case 'sent':
    case 'mined':
      return nextForSigned(facts)
    default:
      return { do: 'wait' }
  }
}

function nextForQueued({ isFrozen, unminedOfSender, trial }: QueuedFacts): TransactionStep {
  if (isFrozen || unminedOfSender >= maxUnmined) return { do: 'wait' }
  if (trial === 'unread') return { do: 'read', what: 'trial' }
  if (trial === 'succeeds') return { do: 'sign' }
  // A call that reverts now may need the effect of an earlier one that is not mined yet.
  if (trial === 'reverts' && unminedOfSender === 0) return { do: 'reject' }
  return { do: 'wait', heldUpBy: 'trial' }
}

function nextForSigned(facts: SignedFacts): TransactionStep {
  const { state, receipt, minedBlock, finalBlock, isReorganised } = facts
  if (receipt === 'none') return nextWithoutReceipt(facts)
  if (receipt !== 'unread') return nextWithReceipt(facts, receipt)
  // A mined transaction is read again only when its block is final or may have been undone.
  const mayHaveChanged = state === 'sent' || isReorganised || (minedBlock ?? 0) <= finalBlock
  return mayHaveChanged ? { do: 'read', what: 'receipt' } : { do: 'wait' }
}

function nextWithReceipt(
  { state, minedBlock, finalBlock }: SignedFacts,
  { block, outcome }: Exclude<SignedFacts['receipt'], string>,
): TransactionStep {
  const isFinal = block <= finalBlock
  if (outcome === 'cancelled') {
    // Until the empty transaction is final, a reorganisation may still bring back the call.
    if (isFinal) return { do: 'recordLost', because: 'cancelled' }
    if (state === 'mined') return { do: 'recordUnmined', because: 'cancelled' }
    return { do: 'wait', heldUpBy: 'unfinalCancellation' }
  }
  if (isFinal) return { do: 'record', state: outcome === 'succeeded' ? 'final' : 'reverted' }
  const isKnown = state === 'mined' && minedBlock === block
  return isKnown ? { do: 'wait' } : { do: 'record', state: 'mined' }
}

function nextWithoutReceipt(facts: SignedFacts): TransactionStep {
  const { state, nonce, nonceUsedBlock, chainNonce, finalBlock } = facts
  if (state === 'mined') return { do: 'recordUnmined', because: 'undone' }
  if (chainNonce === 'unread') return { do: 'read', what: 'chainNonce' }
  if (nonce < chainNonce) {
    if (nonceUsedBlock === null) return { do: 'noteNonceUsed' }
    return nonceUsedBlock + lostAfterBlocks <= finalBlock ? nextForUsedNonce(facts) : { do: 'wait' }
  }
  // A reorganisation freed the nonce. If it is used again, the blocks are counted from then.
  if (nonceUsedBlock !== null) return { do: 'noteNonceFree' }
  return nextForFreeNonce(facts, chainNonce)
}

function nextForUsedNonce({ nonceUser }: SignedFacts): TransactionStep {
  switch (nonceUser) {
    case 'unread':
      return { do: 'read', what: 'nonceUser' }
    case 'notFinal':
      return { do: 'wait' }
    case 'unknown':
      return { do: 'wait', heldUpBy: 'unknownNonceUser' }
    case 'ours':
      return { do: 'wait', heldUpBy: 'missingReceipt' }
    case 'another':
      return { do: 'recordLost', because: 'nonceUsed' }
  }
}

function nextForFreeNonce(facts: SignedFacts, chainNonce: number): TransactionStep {
  const { nonce, attempts, bumpIsAsked, cancelIsAsked, canSign, isLowest, timing } = facts
  const newest = attempts.at(-1)!
  const wanted = attempts.findLast(({ cancels }) => cancels === cancelIsAsked) ?? newest
  const retry: Retry =
    isLowest && nonce > chainNonce && newest.signedAgeMs > timing.rebroadcastAfterMs
      ? { do: 'refill', from: chainNonce }
      : { do: wanted.sentAgeMs > timing.rebroadcastAfterMs ? 'rebroadcast' : 'wait' }
  const needsCancellation = cancelIsAsked && !wanted.cancels
  // Later nonces wait for this one, so a higher fee would not help them.
  const waitsLong = nonce === chainNonce && newest.signedAgeMs > timing.bumpAfterMs
  const isReplaced = canSign && (needsCancellation || bumpIsAsked || waitsLong)
  return isReplaced ? replace(facts, retry) : retry
}

type Retry = Extract<TransactionStep, { do: 'wait' | 'rebroadcast' | 'refill' }>

function replace(facts: SignedFacts, retry: Retry): TransactionStep {
  const { attempts, cancelIsAsked, market, feeLimits: limits } = facts
  if (market === 'unread') return { do: 'read', what: 'market' }
  const fees = raiseFees({ last: highestFees(attempts), market, limits })
  if (fees) return { do: 'replace', with: cancelIsAsked ? 'cancellation' : 'call', fees }
  return { ...retry, heldUpBy: 'feeLimit' }
}

/** How the stored nonce count of a sender compares with the chain's. */
export type NonceStep =
  | { do: 'proceed' }
  /** The first use of this key here: start at the chain's count. */
  | { do: 'open' }
  /** The key was used elsewhere: continue at the chain's count. */
  | { do: 'skip'; to: number }
  /** The chain has forgotten transactions: send the stored bytes of these nonces again. */
  | { do: 'refill'; from: number; below: number }

/** Compares the next nonce of a sender as stored (`undefined`: never used here) with the one that the chain expects. */
export function nextNonceStep({
  stored,
  onChain,
}: {
  stored: number | undefined
  onChain: number
}): NonceStep {
  if (stored === undefined) return { do: 'open' }
  if (onChain > stored) return { do: 'skip', to: onChain }
  return onChain < stored ? { do: 'refill', from: onChain, below: stored } : { do: 'proceed' }
}
