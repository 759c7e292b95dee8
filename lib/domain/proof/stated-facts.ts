import { cellToGeohash } from '../geo/geohash.ts'
import { isoSeconds } from '../text/iso-time.ts'
import type { PlaceAndTime } from './capture.ts'

/** Time and place from a file's own metadata, as a page shows them. They are not verified: anybody can change them. */
export type StatedFacts = {
  /** ISO 8601, with `Z` if the file names a time zone. `undefined` if the file has no time, or times that contradict each other. */
  time: string | undefined
  /** A geohash of six characters: a finer place is not shown. */
  geohash: string | undefined
}

export function statedFacts({ cell, time }: PlaceAndTime): StatedFacts {
  const isTime = time.kind === 'instant' || time.kind === 'local'
  const iso = isTime ? isoSeconds(time.seconds) : undefined
  return {
    time: time.kind === 'local' ? iso?.replace('Z', '') : iso,
    geohash: cell === undefined ? undefined : cellToGeohash(cell),
  }
}
