// The time until an upload is complete.

/** Before this time the pace is not reliable. */
const leastElapsedMs = 2_000

/** The seconds until the rest of an upload is sent, at the pace so far; `undefined` while the pace is unknown. */
export function uploadSecondsLeft(sent: {
  sentBytes: number
  totalBytes: number
  /** Bytes sent by this attempt, in `elapsedMs`. */
  byThisAttempt: number
  elapsedMs: number
}): number | undefined {
  const { sentBytes, totalBytes, byThisAttempt, elapsedMs } = sent
  if (elapsedMs < leastElapsedMs || byThisAttempt <= 0) return undefined
  return ((totalBytes - sentBytes) * elapsedMs) / byThisAttempt / 1_000
}

/** `about 2 minutes left`. */
export function secondsLeftText(seconds: number): string {
  if (seconds < 10) return 'a few seconds left'
  if (seconds < 55) return `about ${Math.ceil(seconds / 10) * 10} seconds left`
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 60) return `about ${minutes} minute${minutes === 1 ? '' : 's'} left`
  const hours = Math.round(minutes / 60)
  return `about ${hours} hour${hours === 1 ? '' : 's'} left`
}
