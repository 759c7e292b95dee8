import { type ChainTxState, endedWithoutEffect } from '#lib/domain/chain/chain-tx'

/** The latest approval for an escrow that was queued in the outbox. */
export type LastApproval = {
  state: ChainTxState
  /** Mined at or below the block whose allowance was read. */
  isInAllowance: boolean
  /** A later post has used it. */
  isUsed: boolean
  /** It ended before the bounty was paid, so it says nothing about that bounty. */
  isOlderThanBounty: boolean
  /** Some time has passed since its state changed, or an operator asked for a try now. */
  mayTryAgain: boolean
}

/** The allowance of an escrow, and the bounty to be posted to it. Amounts in atomic units. */
export type AllowanceFacts = {
  /** The amount of the bounty. */
  amountAtomic: bigint
  /** The allowance that the treasury gives the escrow, as of a block. */
  allowedAtomic: bigint
  /** Posts that may still use that allowance. */
  askedAtomic: bigint
  /** All bounties that wait to be posted, this one included. */
  waitingAtomic: bigint
  isBeingRevoked: boolean
  /** `unread` until it is needed. */
  lastApproval: 'unread' | LastApproval | undefined
}

/** `approveAtomic`: ask for an approval of this allowance. */
type AllowanceStep = { do: 'read'; fact: 'lastApproval' } | { do: 'post' | 'wait'; approveAtomic?: bigint }

/**
 * Decides whether a bounty can be posted with the allowance of its escrow. If not, an allowance of exactly the amount that waits to be
 * posted is requested, once no earlier post can still use the old one, so the escrow can never take more than that.
 *
 * The bounty is also posted if the token refused an approval since the bounty was paid: the token then refuses the post too, that counts as
 * a try, and in the end the money goes back. Waiting would only delay that.
 */
export function nextAllowanceStep(facts: AllowanceFacts): AllowanceStep {
  const { amountAtomic, allowedAtomic, askedAtomic, waitingAtomic, lastApproval: last } = facts
  // A post that is sent after the revocation would find no allowance.
  if (facts.isBeingRevoked) return { do: 'wait' }
  if (allowedAtomic - askedAtomic >= amountAtomic) return { do: 'post' }
  if (last === 'unread') return { do: 'read', fact: 'lastApproval' }
  const next = last && endedWithoutEffect(last.state) && !last.isOlderThanBounty ? 'post' : 'wait'
  const mayApprove = askedAtomic === 0n && isTimeToApprove(last)
  return mayApprove ? { do: next, approveAtomic: waitingAtomic } : { do: next }
}

function isTimeToApprove(last: LastApproval | undefined): boolean {
  if (!last) return true
  if (endedWithoutEffect(last.state)) return last.isOlderThanBounty || last.mayTryAgain
  const isDone = (last.state === 'mined' || last.state === 'final') && last.isInAllowance
  // The approval is done, unused and still too small: it was revoked since, or there are new bounties. It is repeated, but not in every
  // pass.
  return isDone && (last.isUsed || last.mayTryAgain)
}

/** True if nothing needs the allowance any more: its bounty was paid back instead, for example. */
export function isAllowanceIdle(
  facts: Pick<AllowanceFacts, 'allowedAtomic' | 'askedAtomic' | 'waitingAtomic' | 'isBeingRevoked'>,
): boolean {
  const { allowedAtomic, askedAtomic, waitingAtomic, isBeingRevoked } = facts
  return allowedAtomic > 0n && askedAtomic === 0n && waitingAtomic === 0n && !isBeingRevoked
}
