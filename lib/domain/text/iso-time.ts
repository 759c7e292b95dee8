/** Epoch seconds as ISO 8601, UTC, whole seconds. */
export function isoSeconds(epochSeconds: number): string {
  return new Date(epochSeconds * 1_000).toISOString().replace('.000Z', 'Z')
}

/** A time as ISO 8601, UTC, to the second: what is left of it is cut off. */
export function isoTime(time: Date): string {
  return isoSeconds(Math.floor(time.getTime() / 1_000))
}
