let zone: string | undefined

/** The IANA name of the reader's time zone, such as `Europe/Rome`. It is read once: each reading makes a formatter, which is slow. */
export function readerTimeZone(): string {
  zone ??= Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone
}
