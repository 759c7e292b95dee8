/** The reader's time zone, for sentences that are written in the browser. */
export function readerZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
