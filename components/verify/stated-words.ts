import { describeDistance } from '#lib/domain/geo/cell-distance'
import type { Contradiction } from '#lib/domain/proof/contradiction'
import type { StatedFacts } from '#lib/domain/proof/stated-facts'
import { momentText, zoneText } from '#lib/domain/text/moment'

/**
 * The times in a file, each with its clock. Two are times that no time zone reconciles.
 *
 * @param times as in `StatedFacts` @param timeZone of the reader
 */
export function statedTimes(times: readonly string[], kind: 'photo' | 'film', timeZone: string): string[] {
  const [first, second] = times
  if (first === undefined) return []
  if (second !== undefined) {
    const [camera, other] = clockNames(kind)
    return [
      `${writtenIn(first, 'UTC')}${hasZone(first) ? ' UTC' : ''} by ${camera}`,
      `${writtenIn(second, 'UTC')} UTC by ${other}`,
    ]
  }
  return [
    hasZone(first)
      ? `${writtenIn(first, timeZone)} ${zoneText(first, timeZone)}`
      : `${writtenIn(first, 'UTC')} by the camera’s clock, time zone not given`,
  ]
}

/** Says which time zone explains that two clocks of a photo differ, which is no contradiction. */
export function explainedSentence({ clock, offsetMinutes }: NonNullable<StatedFacts['explained']>): string {
  const minutes = Math.abs(offsetMinutes)
  const hours = `${Math.floor(minutes / 60)}${minutes % 60 === 0 ? '' : `:${minutes % 60}`}`
  const zone = offsetMinutes === 0 ? 'UTC' : `UTC${offsetMinutes < 0 ? '−' : '+'}${hours}`
  return `Its camera’s clock said ${writtenIn(clock, 'UTC')} and names no time zone. The time zone ${zone} would explain the difference, so this is no contradiction.`
}

/** What a file states otherwise than its record claims, or twice: a sentence each for place and time. Two times are in UTC or by the camera's clock. */
export function contradictionSentences(
  { place, times, clocks }: Contradiction,
  kind: 'photo' | 'film',
  timeZone: string,
): string[] {
  return [
    ...(place ? [`The file’s own data name another place (distance: ${describeDistance(place)}).`] : []),
    ...(times.length > 0 ? [`The file’s own data name another time: ${datesOf(times, timeZone)}.`] : []),
    ...(clocks
      ? [
          `The file states two times: ${statedTimes(clocks.times, kind, timeZone).join(' and ')}. ${agreementText(clocks, kind)}`,
        ]
      : []),
  ]
}

/** What a file states otherwise than its record claims, or twice, as one sentence that needs no page around it. Times are in UTC or by the camera's clock. */
export function contradictionQuote({ place, times, clocks }: Contradiction, kind: 'photo' | 'film'): string {
  const named = [
    place && `another place (${describeDistance(place)} away)`,
    times.length > 0 && `another time (${statedTimes(times, kind, 'UTC').join(' and ')})`,
    clocks && `two times that disagree (${statedTimes(clocks.times, kind, 'UTC').join(' and ')})`,
  ].filter((text) => typeof text === 'string')
  return `The file itself names ${named.join(' and ')}, which are claims too.`
}

/** Names the one of two times that agrees with the record. */
function agreementText(
  { times, agreeing }: NonNullable<Contradiction['clocks']>,
  kind: 'photo' | 'film',
): string {
  const [time, another] = agreeing
  if (time === undefined || another !== undefined) return 'They do not agree with each other.'
  return `Only the time by ${clockNames(kind)[times.indexOf(time)]} agrees with the record.`
}

/** Whose the two times of a file are, in their order in `StatedFacts`. */
function clockNames(kind: 'photo' | 'film'): [camera: string, other: string] {
  return ['the camera’s clock', kind === 'photo' ? 'the camera’s satellite receiver' : 'the film’s container']
}

/** The same beside a file in a list. */
export function contradictionMarks({ place, times, clocks }: Contradiction, timeZone: string): string[] {
  return [
    ...(place ? [`File names another place, ${describeDistance(place)} away`] : []),
    ...(times.length > 0 ? [`File names another time, ${datesOf(times, timeZone)}`] : []),
    ...(clocks ? ['File states two times'] : []),
  ]
}

/** For a list: how many files state another place, another time, or two times. Empty for none. */
export function contradictingText(counts: {
  other_place: number
  other_time: number
  two_times: number
}): string {
  const parts = [
    { count: counts.other_place, verb: 'name', what: 'another place' },
    { count: counts.other_time, verb: 'name', what: 'another time' },
    { count: counts.two_times, verb: 'state', what: 'two times that disagree' },
  ]
    .filter(({ count }) => count > 0)
    .map(({ count, verb, what }, order) => {
      const files = order > 0 ? '' : count === 1 ? ' file' : ' files'
      return `${count.toLocaleString('en')}${files} ${verb}${count === 1 ? 's' : ''} ${what}`
    })
  return parts.length === 0 ? '' : `${parts.join(', ')}. All of these are claims.`
}

/** For a list: how many files are still read, so that none of them counts as agreeing. */
export function readingText(count: number): string {
  return `Still reading the place and time in ${count === 1 ? '1 file' : `${count.toLocaleString('en')} files`}.`
}

/** For a list: how many files nobody could compare with their records. */
export function unreadText(count: number): string {
  return count === 1
    ? '1 file could not be read for its own place and time, so it was not compared with its record.'
    : `${count.toLocaleString('en')} files could not be read for their own place and time, so they were not compared with their records.`
}

/** Each day once. */
function datesOf(times: readonly string[], timeZone: string): string {
  const dates = times.map((time) => writtenIn(time, hasZone(time) ? timeZone : 'UTC', 'date'))
  return [...new Set(dates)].join(' and ')
}

function hasZone(time: string): boolean {
  return time.endsWith('Z')
}

function writtenIn(time: string, timeZone: string, show: 'datetime' | 'date' = 'datetime'): string {
  return momentText(hasZone(time) ? time : `${time}Z`, show, { now: new Date(0), timeZone })
}
