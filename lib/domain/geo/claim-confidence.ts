import type { ClaimOrigin } from '#lib/domain/film/match-claims'

/** The wallet that made a film, and the wallet that paid for its bounty. Both in lower case. */
export type Wallets = { contributor: string; payer: string }

/** The facts that decide how far the place and the time of an observation are trusted. */
export type Claim = {
  /** The origin of the place and the time: the weaker of the two. */
  origin: ClaimOrigin
  /** True for a film that passed the quality check, and for a file of the operator that this service has read. */
  isChecked: boolean
  /** The wallets of an accepted film; `null` for an observation that the operator ingested. */
  wallets: Wallets | null
}

export type Claimant = 'contributor' | 'operator'

/**
 * The confidence of a checked observation, by who added it and by the origin of its claims. Anyone who has a file can edit its metadata, so
 * only a trusted signature is worth more than 0.6. The operator cannot create unlimited wallets and is responsible for what it ingests, so
 * its unsigned claims are worth more than those of a contributor.
 */
export const checkedConfidence: Record<Claimant, Record<ClaimOrigin, number>> = {
  contributor: { declared: 0.2, file: 0.4, credentials: 1 },
  operator: { declared: 0.4, file: 0.6, credentials: 1 },
}

/** The factor for an observation that failed its check, or whose file this service never had. */
export const uncheckedFactor = 0.5

/** How far the place and the time of an observation can be trusted, 0..1. Does not depend on its age. */
export function confidenceOf({ origin, isChecked, wallets }: Claim): number {
  const confidence = checkedConfidence[wallets === null ? 'operator' : 'contributor'][origin]
  return isChecked ? confidence : confidence * uncheckedFactor
}

/** True if its claims cannot be invented without the key of a trusted signer, and its check was passed. */
export function isTrusted({ origin, isChecked }: Claim): boolean {
  return origin === 'credentials' && isChecked
}
