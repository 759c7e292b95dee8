/** Epoch milliseconds as ISO 8601, UTC, without a fraction for whole seconds. */
export function isoMs(epochMs: number): string {
  return new Date(epochMs).toISOString().replace('.000Z', 'Z')
}

/** Like `isoMs`, for epoch seconds. */
export function isoSeconds(epochSeconds: number): string {
  return isoMs(epochSeconds * 1_000)
}

/** A time as ISO 8601, UTC, truncated to whole seconds. */
export function isoTime(time: Date): string {
  return isoSeconds(Math.floor(time.getTime() / 1_000))
}
