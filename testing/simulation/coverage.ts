import type { Tally } from '#testing/simulation/world'

/** With fewer seeds, a rare event may be missing by chance. */
export const fewestSeedsToJudge = 10_000

/** How often each event must happen per seed for a run to be meaningful. */
const leastPerSeed: Partial<Record<keyof Tally, number>> = {
  crashes: 1,
  reorganisations: 1,
  restores: 0.3,
  rejected: 1,
  reverted: 0.05,
  lost: 0.1,
  replaced: 0.1,
  drops: 0.05,
  strangers: 0.05,
  accepted: 0.2,
  cancelled: 0.1,
  expired_refunded: 0.2,
  failed: 0.5,
  undone: 0.0002,
}
/** Only what a restored backup cannot know is left to people. */
const mostReportedPerSeed = 0.01

/** What happened too rarely, or too often, in so many seeds for the result to mean anything. */
export function findGaps(tally: Tally, seeds: number): string[] {
  const rare = Object.entries(leastPerSeed)
    .filter(([event, least]) => tally[event as keyof Tally] < least * seeds)
    .map(([event]) => `too rare: ${event}, ${tally[event as keyof Tally]} times in ${seeds} seeds`)
  const reported = tally.reported > mostReportedPerSeed * seeds
  return reported ? [...rare, `left to people too often: ${tally.reported} of ${seeds} seeds`] : rare
}
