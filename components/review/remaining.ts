/** The whole time of a model in words, for readers before there is an estimate. */
export const usualModelTime = 'Usually 5 to 30 minutes, longer if the service makes other models first.'

/** `less than a minute left`, `about 3 minutes left` */
export function remainingText(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes < 1) return 'less than a minute left'
  // A long estimate changes by several minutes at each update, so it is rounded to five.
  if (minutes >= 10) return `about ${Math.round(minutes / 5) * 5} minutes left`
  return minutes === 1 ? 'about a minute left' : `about ${minutes} minutes left`
}
