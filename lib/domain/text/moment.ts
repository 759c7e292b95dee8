// Times in words.

/** How a time is shown. `exact` shows the seconds too. `relative` shows the age of an event, or its date if it happened a week ago or earlier. */
export type MomentShow = 'datetime' | 'exact' | 'date' | 'time' | 'relative'

type Reader = {
  now: Date
  /** IANA name of the reader's time zone, such as `Europe/Rome`. An age needs none, so it may be a getter. */
  timeZone: string
}

const locale = 'en-GB'

/** Making a formatter takes far longer than using it, and a page writes many times in few formats. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterFor(options: Intl.DateTimeFormatOptions, language = locale): Intl.DateTimeFormat {
  const key = JSON.stringify([language, options])
  const made = formatters.get(key) ?? new Intl.DateTimeFormat(language, options)
  formatters.set(key, made)
  return made
}

const hourMs = 3_600_000
const dayMs = 86_400_000
const units = [
  { unit: 'minute', ms: 60_000, below: hourMs },
  { unit: 'hour', ms: hourMs, below: dayMs },
  { unit: 'day', ms: dayMs, below: 7 * dayMs },
] as const

/**
 * A time as people write it, in the reader's zone: `Today, 16:34`, `Yesterday, 09:12`, `23 Nov 2026, 16:34`; with `relative`
 * `5 minutes ago`.
 *
 * @param iso ISO 8601 with a zone
 */
export function momentText(iso: string, show: MomentShow, reader: Reader): string {
  const at = new Date(iso)
  const format = (options: Intl.DateTimeFormatOptions) =>
    formatterFor({ timeZone: reader.timeZone, ...options }).format(at)
  const time = () =>
    format({ hour: '2-digit', minute: '2-digit', ...(show === 'exact' && { second: '2-digit' }) })
  if (show === 'time') return time()
  const day = () => format({ day: 'numeric', month: 'short', year: 'numeric' })
  if (show === 'relative') {
    const ageMs = reader.now.getTime() - at.getTime()
    // The reader's clock is too far behind to tell an age.
    if (ageMs < -hourMs) return `${day()}, ${time()}`
    const words = ageText(ageMs)
    if (words) return words
  }
  const date = dayName(at, reader) ?? day()
  return show === 'datetime' || show === 'exact' ? `${date}, ${time()}` : date
}

/** The reader's zone at a time, by its distance from UTC: `GMT+1`, or `UTC`. */
export function zoneText(iso: string, timeZone: string): string {
  const parts = formatterFor({ timeZone, timeZoneName: 'shortOffset' }).formatToParts(new Date(iso))
  const zone = parts.find(({ type }) => type === 'timeZoneName')!.value
  // Browsers differ in how they write no distance.
  return /^GMT([+-]0)?$/.test(zone) ? 'UTC' : zone
}

/** The form within a sentence: `today, 16:34`. Months stay capitalized. */
export function inSentence(momentText: string): string {
  return momentText.replace(/^(Today|Yesterday|Tomorrow)/, (day) => day.toLowerCase())
}

/** The parts of a time between which a line may break, so that the word before it never stands alone: date, time of day, whose time it is. */
export function unbrokenParts(momentText: string): string[] {
  return momentText.replace(', ', ',\n').replace(' (', '\n(').split('\n')
}

/** `2026-11-23 16:34:09 UTC`: independent of the reader's time zone. */
export function utcText(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** Formats a time in UTC, always with its date: `23 Nov 2026, 16:34 UTC`; with `exact` `23 Nov 2026, 16:34:09 UTC`. */
export function utcDateText(iso: string, show: 'datetime' | 'exact' = 'datetime'): string {
  return `${momentText(iso, show, { now: new Date(0), timeZone: 'UTC' })} UTC`
}

/** True if `relative` shows an event as an age, and not as its date. */
export function hasAge(iso: string, now: Date): boolean {
  const ageMs = now.getTime() - Date.parse(iso)
  return ageMs >= -hourMs && ageText(ageMs) !== undefined
}

/** @returns `undefined` for an age of a week or more */
function ageText(ms: number): string | undefined {
  if (ms < 60_000) return 'just now'
  const fit = units.find(({ below }) => ms < below)
  if (!fit) return undefined
  const count = Math.trunc(ms / fit.ms)
  return `${count} ${fit.unit}${count === 1 ? '' : 's'} ago`
}

function dayName(at: Date, { now, timeZone }: Reader): string | undefined {
  const dayOf = (date: Date) => formatterFor({ timeZone, dateStyle: 'short' }, 'en-CA').format(date)
  const days = (Date.parse(dayOf(at)) - Date.parse(dayOf(now))) / dayMs
  return ({ '-1': 'Yesterday', 0: 'Today', 1: 'Tomorrow' } as Record<string, string>)[days]
}
