/** Epoch seconds as ISO 8601, UTC, whole seconds. */
export function isoSeconds(epochSeconds: number): string {
  return new Date(epochSeconds * 1_000).toISOString().replace('.000Z', 'Z')
}

/** A time as ISO 8601, UTC, truncated to whole seconds. */
export function isoTime(time: Date): string {
  return isoSeconds(Math.floor(time.getTime() / 1_000))
}
