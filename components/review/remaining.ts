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
 * `less than a minute left`, `about 3 minutes left`, `almost done`.
 *
 * @param about.isOverdue true if an earlier estimate ended long before now
 * @param about.isLast true during the last stages
 */
export function remainingText(
  seconds: number,
  { isOverdue, isLast }: { isOverdue: boolean; isLast: boolean },
): string {
  const minutes = Math.round(seconds / 60)
  // An estimate by the pace so far stays this short for as long as the last step takes.
  if (isOverdue && minutes <= 1) return 'takes longer than estimated'
  if (isLast && minutes <= 1) return 'almost done'
  const text = leftText(minutes)
  return isOverdue ? `${text}, longer than estimated` : text
}

function leftText(minutes: number): string {
  if (minutes < 1) return 'less than a minute left'
  // A long estimate changes by several minutes at each update, so it is rounded to five.
  if (minutes >= 10) return `about ${Math.round(minutes / 5) * 5} minutes left`
  return minutes === 1 ? 'about a minute left' : `about ${minutes} minutes left`
}

/**
 * When the first of the shown estimates is over, with the usual spread of such estimates.
 *
 * @param before the result for the earlier estimates
 */
export function overdueAtMs(before: number | undefined, seconds: number, nowMs: number): number {
  return Math.min(before ?? Number.POSITIVE_INFINITY, nowMs + spread * seconds * 1_000 + graceMs)
}
