/** The progress of a model as it was seen. */
export type Sighting = { percent: number; atMs: number }

const leastPercent = 4
const leastMs = 8_000

/**
 * The time a model still takes, at the pace seen so far. The percentages of its stages are shares of the usual time, so the
 * pace is about even.
 *
 * @param first the first sighting
 * @returns milliseconds; `undefined` while too little was seen for an estimate
 */
export function remainingMs(first: Sighting, now: Sighting): number | undefined {
  const [done, took] = [now.percent - first.percent, now.atMs - first.atMs]
  if (done < leastPercent || took < leastMs) return undefined
  return ((100 - now.percent) * took) / done
}

/** `less than a minute left`, `about 3 minutes left` */
export function remainingText(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 1) return 'less than a minute left'
  return minutes === 1 ? 'about a minute left' : `about ${minutes} minutes left`
}
