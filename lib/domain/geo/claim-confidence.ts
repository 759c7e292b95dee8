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
 * The confidence of a checked observation, by who added it and if a trusted signer made its claims. Anyone can write metadata into a file,
 * so metadata counts as much as a declaration unless a trusted signer signed it. The operator cannot create unlimited wallets and is
 * responsible for what it ingests, so its unsigned claims are worth more than those of a contributor.
 *
 * The payer does not count: every film was accepted and paid for by some wallet, and a second wallet costs nothing.
 */
export const checkedConfidence: Record<Claimant, { signed: number; unsigned: number }> = {
  contributor: { signed: 1, unsigned: 0.2 },
  operator: { signed: 1, unsigned: 0.4 },
}

/** The factor for an observation that failed its check, or whose file this service never had. */
export const uncheckedFactor = 0.5

/** How far the place and the time of an observation can be trusted, 0..1. Does not depend on its age. */
export function confidenceOf({ origin, isChecked, wallets }: Claim): number {
  const { signed, unsigned } = checkedConfidence[wallets === null ? 'operator' : 'contributor']
  const confidence = origin === 'credentials' ? signed : unsigned
  return isChecked ? confidence : confidence * uncheckedFactor
}

/** True if its claims cannot be invented without the key of a trusted signer, and its check was passed. */
export function isTrusted({ origin, isChecked }: Claim): boolean {
  return origin === 'credentials' && isChecked
}
