// The time until a model is ready, in words.

/** The whole time of a model in words, for readers before there is an estimate. */
export const usualModelTime =
  'Usually a few minutes, up to 30 for a long film, and longer if the service makes other models first.'

/** Models take up to twice the estimate, and the last stages have no pace of their own. */
const spread = 2
const graceMs = 120_000
/** The percentage from which the last stages are under way. */
export const lastPercent = 90

/**
 * `1 to 4 minutes left`, `up to 3 minutes left`, `almost done`: a range, because the pace so far says little about the next stage. Without
 * a number once an earlier range is over and the estimate is too short to trust.
 *
 * @param about.isOverdue true if an earlier estimate ended long before now
 * @param about.isLast true during the last stages
 */
export function remainingText(
  seconds: number,
  { isOverdue, isLast }: { isOverdue: boolean; isLast: boolean },
): string {
  // An estimate by the pace so far stays this short for as long as the last step takes.
  const isShort = seconds < 120
  if (isOverdue && isShort) return 'takes longer than estimated'
  if (isLast && isShort) return 'almost done'
  const text = leftText(Math.floor(seconds / 60), Math.ceil((spread * seconds + graceMs / 1_000) / 60))
  return isOverdue ? `${text}, longer than estimated` : text
}

function leftText(least: number, most: number): string {
  if (least < 1) return `up to ${most} minutes left`
  // A long estimate changes by several minutes at each update, so it is rounded to five.
  if (least < 10) return `${least} to ${most} minutes left`
  return `${Math.floor(least / 5) * 5} to ${Math.ceil(most / 5) * 5} minutes left`
}

/**
 * When the first of the shown estimates is over, with the usual spread of such estimates.
 *
 * @param before the result for the earlier estimates
 */
export function overdueAtMs(before: number | undefined, seconds: number, nowMs: number): number {
  return Math.min(before ?? Number.POSITIVE_INFINITY, nowMs + spread * seconds * 1_000 + graceMs)
}
