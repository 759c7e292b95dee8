// Conversion between a time and the value of an `<input type="datetime-local">`.

/** The value of an `<input type="datetime-local">`: in UTC, or in the time zone of this browser. */
export function fieldText(iso: string | undefined, isUtc: boolean): string {
  const at = new Date(iso ?? '')
  if (Number.isNaN(at.getTime())) return ''
  const shiftMs = isUtc ? 0 : at.getTimezoneOffset() * 60_000
  return new Date(at.getTime() - shiftMs).toISOString().slice(0, 16)
}

/** The time in such a field as ISO 8601 in UTC; empty if it is none. */
export function readField(text: string, isUtc: boolean): string {
  const at = new Date(isUtc ? `${text}Z` : text)
  return Number.isNaN(at.getTime()) ? '' : at.toISOString().replace(/\.\d+Z$/, 'Z')
}
