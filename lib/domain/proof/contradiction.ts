import { type CellDistance, cellDistance } from '../geo/cell-distance.ts'
import { zones } from './capture-time.ts'
import type { StatedFacts } from './stated-facts.ts'

/** What a file states of itself and its record claims otherwise. Both are claims, so neither is known to be right. */
export type Contradiction = {
  /** From the cell in the file to the cell of the record. */
  place: CellDistance | undefined
  /** The times in the file, if none of them fits the record. Otherwise empty. */
  times: readonly string[]
}

/** Nearer places may be one walk. */
const nearM = 5_000
/** A clock that is wrong by less is common. */
const daySeconds = 86_400

/**
 * Compares what a file states of itself with the claims of its record.
 *
 * @returns `undefined` unless the place or the time clearly differs
 */
export function contradictionOf(
  { times, geohash }: StatedFacts,
  record: { geohash: string; captured_at: string },
): Contradiction | undefined {
  const distance = geohash === undefined ? undefined : cellDistance(geohash, record.geohash)
  const place = distance && distance.leastM > nearM ? distance : undefined
  const recorded = Date.parse(record.captured_at) / 1_000
  const isOtherTime = times.length > 0 && times.every((time) => isFarFrom(time, recorded))
  return place || isOtherTime ? { place, times: isOtherTime ? times : [] } : undefined
}

/** True if a time is more than a day before or after another one, in whatever time zone the camera was. */
function isFarFrom(time: string, seconds: number): boolean {
  const hasZone = time.endsWith('Z')
  const ahead = Date.parse(hasZone ? time : `${time}Z`) / 1_000 - seconds
  return (
    ahead > daySeconds + (hasZone ? 0 : zones.eastmost) ||
    ahead < -daySeconds + (hasZone ? 0 : zones.westmost)
  )
}
