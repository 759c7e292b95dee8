import { type CellDistance, cellDistance } from '../geo/cell-distance.ts'
import { couldBeSameInstant, zones } from './capture-time.ts'
import type { StatedFacts } from './stated-facts.ts'

/** What a file states of itself and its record claims otherwise. Both are claims, so neither is known to be right. */
export type Contradiction = {
  /** From the cell in the file to the cell of the record. */
  place: CellDistance | undefined
  /** The times in the file, if none of them fits the record. Otherwise empty. */
  times: readonly string[]
  /**
   * The two times in the file, if they contradict each other and not both are another time than that of the record. `agreeing`: those of
   * them that could be the time of the record, to some minutes.
   */
  clocks: { times: readonly string[]; agreeing: readonly string[] } | undefined
}

/** Nearer places may be one walk. */
const nearM = 5_000
/** A clock that is wrong by less is common. */
const daySeconds = 86_400

/**
 * Compares what a file states of itself with the claims of its record.
 *
 * @returns `undefined` unless the place or the time clearly differs, or the file has two times that contradict each other
 */
export function contradictionOf(
  { times, geohash }: StatedFacts,
  record: { geohash: string; captured_at: string },
): Contradiction | undefined {
  const distance = geohash === undefined ? undefined : cellDistance(geohash, record.geohash)
  const place = distance && distance.leastM > nearM ? distance : undefined
  const recorded = Date.parse(record.captured_at) / 1_000
  const isOtherTime = times.length > 0 && times.every((time) => isFarFrom(time, recorded))
  const clocks =
    times.length > 1 && !isOtherTime
      ? { times, agreeing: times.filter((time) => couldBe(time, recorded)) }
      : undefined
  return place || isOtherTime || clocks ? { place, times: isOtherTime ? times : [], clocks } : undefined
}

/** True if two of the cells, geohashes of six characters, are farther apart than one walk. */
export function arePlacesApart(geohashes: readonly string[]): boolean {
  return geohashes.some((one, index) =>
    geohashes.slice(index + 1).some((other) => (cellDistance(one, other)?.leastM ?? 0) > nearM),
  )
}

/** True if a time is the same as another one, to some minutes, in some time zone where it names none. */
function couldBe(time: string, seconds: number): boolean {
  if (time.endsWith('Z')) return Math.abs(Date.parse(time) / 1_000 - seconds) <= zones.stale
  return couldBeSameInstant(Date.parse(`${time}Z`) / 1_000, seconds)
}

/** True if a time is more than a day before or after another one, in any time zone. */
function isFarFrom(time: string, seconds: number): boolean {
  const hasZone = time.endsWith('Z')
  const ahead = Date.parse(hasZone ? time : `${time}Z`) / 1_000 - seconds
  return (
    ahead > daySeconds + (hasZone ? 0 : zones.eastmost) ||
    ahead < -daySeconds + (hasZone ? 0 : zones.westmost)
  )
}
