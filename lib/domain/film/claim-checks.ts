import { placeToCell, quickTimePosition } from '../geo/capture-place.ts'
import { cellToGeohash } from '../geo/geohash.ts'
import { findTime, withoutContradiction } from '../proof/capture-time.ts'
import type { EarlyCheck } from './early-checks.ts'
import { matchPlace, matchTime } from './match-claims.ts'
import type { MovieClaims } from './movie-claims.ts'

type Asked = {
  /** The geohash of the place in the bounty. */
  place: string | null
  /** When it was paid for, in epoch seconds. */
  orderedAt: number
}

/**
 * Compares place and time of a film with its bounty, by the same rules as the server. Only the file's metadata is read: Content
 * Credentials, which take precedence, are validated by the server.
 *
 * @param args.now in epoch seconds
 */
export function claimChecks(args: { claims: MovieClaims; asked: Asked; now: number }): EarlyCheck[] {
  const { claims, asked, now } = args
  return [...placeChecks(claims, asked), timeCheck(claims, asked, now)]
}

function placeChecks({ position }: MovieClaims, { place }: Asked): EarlyCheck[] {
  const cell = placeToCell(quickTimePosition(position ?? ''))
  if (cell === undefined)
    return [
      {
        name: 'place',
        is: 'unknown',
        text: 'No place found in the file: the one that you choose under “Where and when it was filmed” counts.',
      },
    ]
  const match = matchPlace(place, cellToGeohash(cell))
  if (match === 'unknown') return []
  if (match === 'elsewhere')
    return [
      {
        name: 'place',
        is: 'bad',
        text: 'The file says that it was filmed elsewhere than the bounty asks. The poster may still accept it.',
      },
    ]
  return [{ name: 'place', is: 'good', text: 'Filmed where the bounty asks' }]
}

function timeCheck({ times }: MovieClaims, { orderedAt }: Asked, now: number): EarlyCheck {
  const [recorded, created] = times
  const container = findTime([created])
  const utc = container.kind === 'instant' ? container.seconds : undefined
  const time = withoutContradiction(findTime(times), recorded, utc)
  const capturedAt = time.kind === 'instant' ? time.seconds : null
  const clocksContradict = time.kind === 'contradictory'
  switch (matchTime({ capturedAt, orderedAt, submittedAt: now, clocksContradict })) {
    case 'after_order':
      return { name: 'time', is: 'good', text: 'Filmed after the bounty was posted' }
    case 'before_order':
      return {
        name: 'time',
        is: 'bad',
        text: 'The file says that it was filmed before the bounty was posted. The poster may still accept it.',
      }
    case 'contradictory':
      return {
        name: 'time',
        is: 'bad',
        text: 'The times in its file contradict each other, or lie in the future. Submit the original file.',
      }
    case 'unknown':
      return {
        name: 'time',
        is: 'unknown',
        text: 'No time found in the file: the one that you fill in under “Where and when it was filmed” counts.',
      }
  }
}
