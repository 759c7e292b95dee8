/** Epoch seconds as ISO 8601, UTC, whole seconds. */
export function isoSeconds(epochSeconds: number): string {
  return new Date(epochSeconds * 1_000).toISOString().replace('.000Z', 'Z')
}
