import { cellToGeohash } from '../geo/geohash.ts'
import { isoSeconds } from '../text/iso-time.ts'
import type { FoundTime, PlaceAndTime } from './capture.ts'

/** Time and place from a file's own metadata, as a page shows them. They are not verified: anybody can change them. */
export type StatedFacts = {
  /**
   * ISO 8601, with `Z` if the file names a time zone. Empty if the file has no time. Two that no time zone reconciles: the camera's clock
   * without `Z`, then the satellite receiver or the container of a film, with `Z`.
   */
  times: readonly string[]
  /** A geohash of six characters: a finer place is not shown. */
  geohash: string | undefined
}

export function statedFacts({ cell, time }: PlaceAndTime): StatedFacts {
  return { times: timesOf(time), geohash: cell === undefined ? undefined : cellToGeohash(cell) }
}

function timesOf(time: FoundTime): string[] {
  switch (time.kind) {
    case 'none':
      return []
    case 'instant':
      return [isoSeconds(time.seconds)]
    case 'local':
      return [withoutZone(time.seconds)]
    case 'contradictory':
      return [withoutZone(time.local), isoSeconds(time.utc)]
  }
}

function withoutZone(seconds: number): string {
  return isoSeconds(seconds).replace('Z', '')
}
