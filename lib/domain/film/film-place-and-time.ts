import { placeToCell, quickTimePosition } from '../geo/capture-place.ts'
import type { PlaceAndTime } from '../proof/capture.ts'
import { findTime, withoutContradiction } from '../proof/capture-time.ts'
import type { MovieClaims } from './movie-claims.ts'

/** The place and time in a film's metadata. `lib/adapters/media/video-metadata.ts` finds the same on the server. */
export function filmPlaceAndTime({ position, times }: MovieClaims): PlaceAndTime {
  const [recorded, created] = times
  const container = findTime([created])
  const utc = container.kind === 'instant' ? container.seconds : undefined
  return {
    cell: placeToCell(quickTimePosition(position ?? '')),
    time: withoutContradiction(findTime(times), recorded, utc),
  }
}
