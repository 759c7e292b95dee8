// The time until a model is ready, in words.

/** The whole time of a model in words, for readers before there is an estimate. */
export const usualModelTime = 'Usually 5 to 30 minutes, longer if the service makes other models first.'

/** An estimate is rounded to minutes, so it is not wrong before a minute has passed. */
const graceMs = 60_000

/** `less than a minute left`, `about 3 minutes left`. @param isOverdue true if an earlier estimate ended before now */
export function remainingText(seconds: number, isOverdue = false): string {
  const minutes = Math.round(seconds / 60)
  // An estimate by the pace so far stays this short for as long as the last step takes.
  if (isOverdue && minutes <= 1) return 'takes longer than estimated'
  const text = leftText(minutes)
  return isOverdue ? `${text}, longer than estimated` : text
}

function leftText(minutes: number): string {
  if (minutes < 1) return 'less than a minute left'
  // A long estimate changes by several minutes at each update, so it is rounded to five.
  if (minutes >= 10) return `about ${Math.round(minutes / 5) * 5} minutes left`
  return minutes === 1 ? 'about a minute left' : `about ${minutes} minutes left`
}

/** When the first of the shown estimates is over. @param before the result for the earlier estimates */
export function overdueAtMs(before: number | undefined, seconds: number, nowMs: number): number {
  return Math.min(before ?? Number.POSITIVE_INFINITY, nowMs + seconds * 1_000 + graceMs)
}
