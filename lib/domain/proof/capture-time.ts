import type { FoundTime } from './capture.ts'

// Dates and times as cameras write them.

/** Epoch seconds, rounded down; `offsetMinutes` is absent when the text names no zone (then they are local). */
export type ParsedDateTime = { seconds: number; offsetMinutes: number | undefined }

const dateTimePattern =
  /^(\d{4})([-:])(\d\d)\2(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?(?: ?(Z|UTC|[+-]\d\d(?::?\d\d)?))?$/
const datePattern = /^(\d{4})-(\d\d)-(\d\d)$/

/** A date and time as cameras write it, in EXIF, XMP or QuickTime form, with or without a zone. */
export function parseDateTime(text: string): ParsedDateTime | undefined {
  const trimmed = text.trim()
  const match = dateTimePattern.exec(
    trimmed.startsWith('UTC ') && !trimmed.endsWith('UTC') ? `${trimmed.slice(4)} UTC` : trimmed,
  )
  if (!match) return undefined
  const [, year, , month, day, hour, minute, second = '0', zone] = match
  const local = utcSeconds([year, month, day, hour, minute, second].map(Number))
  if (local === undefined) return undefined
  if (zone === undefined) return { seconds: local, offsetMinutes: undefined }
  const offsetMinutes = parseOffset(zone)
  if (offsetMinutes === undefined) return undefined
  return { seconds: local - offsetMinutes * 60, offsetMinutes }
}

/** `+02:00`, `-0930`, `+05`, `Z` or `UTC`, in minutes east. Real offsets lie within -12:00..+14:00. */
export function parseOffset(text: string): number | undefined {
  const trimmed = text.trim()
  if (trimmed === 'Z' || trimmed === 'UTC') return 0
  const match = /^([+-])(\d\d)(?::?(\d\d))?$/.exec(trimmed)
  if (!match) return undefined
  const [hours, minutes] = [Number(match[2]), Number(match[3] ?? '0')]
  const total = (match[1] === '-' ? -1 : 1) * (hours * 60 + minutes)
  return minutes < 60 && total >= -12 * 60 && total <= 14 * 60 ? total : undefined
}

/**
 * A time a person or a manifest gives: ISO 8601 with an offset, or a date, which means its UTC midnight.
 *
 * @returns epoch seconds, rounded down
 */
export function parseInstant(text: string): number | undefined {
  const date = datePattern.exec(text)
  if (date) return utcSeconds([...date.slice(1).map(Number), 0, 0, 0])
  if (!/^\d{4}-\d\d-\d\dT\S+$/.test(text) || text.endsWith('UTC')) return undefined
  const parsed = parseDateTime(text)
  return parsed?.offsetMinutes === undefined ? undefined : parsed.seconds
}

/** EXIF's GPSDateStamp (`2008:10:23`) and GPSTimeStamp (three rationals), which are UTC. */
export function gpsInstant(dateStamp: string, timeStamp: readonly (readonly number[])[]): number | undefined {
  const date = /^(\d{4})[:-](\d\d)[:-](\d\d)$/.exec(dateStamp.trim())
  const [hour, minute, second] = timeStamp.map(([top = Number.NaN, bottom = 1]) => top / bottom)
  if (!date || timeStamp.length !== 3 || hour === undefined || minute === undefined || second === undefined)
    return undefined
  return utcSeconds([...date.slice(1).map(Number), hour, minute, Math.floor(second)])
}

/** The first instant among the texts, or else the first local time. Texts are in order of trust. */
export function findTime(texts: readonly (string | undefined)[]): FoundTime {
  const parsed = texts.map((text) => (text === undefined ? undefined : parseDateTime(text)))
  const instant = parsed.find((time) => time?.offsetMinutes !== undefined)
  if (instant) return { kind: 'instant', seconds: instant.seconds }
  const local = parsed.find((time) => time !== undefined)
  return local ? { kind: 'local', seconds: local.seconds } : { kind: 'none' }
}

/** `undefined` when a part is out of range, such as 31 June: dates never roll over. */
function utcSeconds(parts: readonly number[]): number | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
  if (![year, month, day, hour, minute, second].every(Number.isInteger)) return undefined
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return undefined
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined
  return date.getTime() / 1_000 + hour * 3_600 + minute * 60 + second
}

const hour = 3_600
/** Offsets from UTC lie between -12 and +14 hours; a receiver may show the time of its last fix, some minutes ago. */
export const zones = { westmost: -12 * hour, eastmost: 14 * hour, stale: 600 }

/**
 * The first of two times, unless they contradict each other: a local clock differs from UTC by more than any time zone.
 *
 * @param text a time as cameras write it, with or without a zone @param utc epoch seconds
 */
export function withoutContradiction(
  time: FoundTime,
  text: string | undefined,
  utc: number | undefined,
): FoundTime {
  const clocks = readClocks(text, utc)
  if (!clocks) return time
  const { local } = clocks
  return couldBeSameInstant(local, clocks.utc) ? time : { kind: 'contradictory', local, utc: clocks.utc }
}

/** True if some time zone explains the difference between a local time and UTC. @param local its digits as if they were UTC; epoch seconds */
export function couldBeSameInstant(local: number, utc: number): boolean {
  const ahead = local - utc
  return ahead >= zones.westmost - zones.stale && ahead <= zones.eastmost + zones.stale
}

/** Two clocks in one file. `local`: the digits of the camera's clock as if they were UTC; `offsetMinutes`: east, if the camera states it. Epoch seconds. */
export type Clocks = { local: number; offsetMinutes: number | undefined; utc: number }

/** @param text the time of the camera's clock, as cameras write it @param utc epoch seconds @returns `undefined` without both */
export function readClocks(text: string | undefined, utc: number | undefined): Clocks | undefined {
  const parsed = text === undefined ? undefined : parseDateTime(text)
  if (!parsed || utc === undefined) return undefined
  const { seconds, offsetMinutes } = parsed
  return { local: seconds + (offsetMinutes ?? 0) * 60, offsetMinutes, utc }
}

/**
 * Compares two clocks in one file. A stated offset must explain their difference; without one, any time zone may, to the quarter of an hour.
 *
 * @returns the offset that explains the difference, in minutes east, or `contradictory`
 */
export function compareClocks({ local, offsetMinutes, utc }: Clocks): number | 'contradictory' {
  if (offsetMinutes !== undefined)
    return Math.abs(local - offsetMinutes * 60 - utc) <= statedToleranceSeconds
      ? offsetMinutes
      : 'contradictory'
  if (!couldBeSameInstant(local, utc)) return 'contradictory'
  const nearest = Math.round((local - utc) / quarter) * quarter
  return Math.min(zones.eastmost, Math.max(zones.westmost, nearest)) / 60
}

const quarter = hour / 4
/** A receiver without a view of the sky may show the time of a fix that is older than usual. */
const statedToleranceSeconds = hour

/** IPTC: a date as `20260501` and a time as `120000+0200`, as one text. */
export function iptcDateTime(date: string | undefined, time: string | undefined): string | undefined {
  const day = /^(\d{4})-?(\d\d)-?(\d\d)$/.exec(date?.trim() ?? '')
  const clock = /^(\d\d):?(\d\d):?(\d\d)([+-]\d\d:?\d\d)?$/.exec(time?.trim() ?? '')
  if (!day || !clock) return undefined
  return `${day.slice(1).join('-')}T${clock.slice(1, 4).join(':')}${clock[4] ?? ''}`
}
