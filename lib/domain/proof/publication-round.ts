/**
 * When delivered films are published. A release on the chain names the wallet that was paid, so the time of an observation must not
 * name its release. Deliveries are therefore collected in rounds: all films of a round may join a tree at the same moment, so its
 * time says nothing about which film belongs to which release of the round.
 */

/** A round with films of this many wallets ends at its early time; any other waits until its late time. */
export const enoughWallets = 10

/** Seconds after its beginning at which a round ends: `early` if it has films of enough wallets by then, otherwise `late`. */
type RoundLength = { earlySeconds: number; lateSeconds: number }

/**
 * Draws the length of a round. Random and secret, because an end at a known time after a release would identify that release if
 * the releases in between stay unpublished: a film whose claims contradict its bounty is released too, but is excluded from observations.
 *
 * @param input.maxSeconds the longest time that a film may wait
 * @param input.random returns a number from 0 up to, not including, 1
 */
export function drawRound({ maxSeconds, random }: { maxSeconds: number; random: () => number }): RoundLength {
  return {
    earlySeconds: (maxSeconds * (1 + random())) / 4,
    lateSeconds: (maxSeconds * (3 + random())) / 4,
  }
}

export type RoundFacts = {
  nowMs: number
  earlyAtMs: number
  lateAtMs: number
  /** The number of different wallets whose films are in it. */
  wallets: number
}

/** True if everything in the round may join a tree, and the next delivery begins another round. */
export function isRoundOver({ nowMs, earlyAtMs, lateAtMs, wallets }: RoundFacts): boolean {
  return nowMs >= lateAtMs || (nowMs >= earlyAtMs && wallets >= enoughWallets)
}
