import { cellDistance, describeDistance } from '../geo/cell-distance.ts'
import { cellToGeohash } from '../geo/geohash.ts'
import type { FoundTime } from '../proof/capture.ts'
import type { EarlyCheck } from './early-checks.ts'
import { filmPlaceAndTime } from './film-place-and-time.ts'
import { matchPlace, matchTime } from './match-claims.ts'
import type { MovieClaims } from './movie-claims.ts'

type Asked = {
  /** The geohash of the place in the bounty. */
  place: string | null
  /** When it was paid for, in epoch seconds. */
  orderedAt: number
}

/** The place and the time that the contributor states. They count only where the file says nothing. */
export type StatedClaims = {
  /** A geohash of six characters. */
  place?: string | undefined
  /** In epoch seconds. */
  capturedAt?: number | undefined
}

/**
 * Compares place and time of a film with its bounty, by the same rules as the server. Only the file's metadata is read: Content
 * Credentials, which take precedence, are validated by the server.
 *
 * @param args.now in epoch seconds
 */
export function claimChecks(args: {
  claims: MovieClaims
  stated?: StatedClaims
  asked: Asked
  now: number
}): EarlyCheck[] {
  const { claims, stated = {}, asked, now } = args
  const { cell, time } = filmPlaceAndTime(claims)
  return [...placeChecks(cell, stated, asked), timeCheck(time, stated, asked, now)]
}

/**
 * The claims that do not fit the bounty, in words. They are shown before the film is submitted, because it cannot be taken back. A claim
 * that the server refuses is not among them.
 */
export function misfitsIn(checks: readonly EarlyCheck[]): string[] {
  return checks
    .filter(({ name, is, field }) => is === 'bad' && !field && (name === 'place' || name === 'time'))
    .map(({ text }) => text)
}

const posterDecides = 'The poster sees this, and may still accept it.'

function placeChecks(cell: number | undefined, stated: StatedClaims, { place }: Asked): EarlyCheck[] {
  const claimed = cell === undefined ? stated.place : cellToGeohash(cell)
  if (claimed === undefined)
    return [
      {
        name: 'place',
        is: 'unknown',
        text: 'No place found in the file. Choose it under “Where and when it was filmed”.',
      },
    ]
  const match = matchPlace(place, claimed)
  const isFile = cell !== undefined
  if (place === null || match === 'unknown')
    return isFile ? [] : [{ name: 'place', is: 'good', text: 'Place chosen' }]
  if (match !== 'elsewhere')
    return [
      {
        name: 'place',
        is: 'good',
        text: isFile ? 'Filmed where the bounty asks' : 'Place chosen: where the bounty asks',
      },
    ]
  const distance = cellDistance(place, claimed)
  const says = isFile ? 'The file says that it was filmed' : 'By the place that you chose, it was filmed'
  return [
    {
      name: 'place',
      is: 'bad',
      text: `${says} elsewhere than the bounty asks${distance ? ` (distance: ${describeDistance(distance)})` : ''}. ${posterDecides}`,
    },
  ]
}

function timeCheck(time: FoundTime, stated: StatedClaims, { orderedAt }: Asked, now: number): EarlyCheck {
  const isFile = time.kind === 'instant'
  const capturedAt = isFile ? time.seconds : (stated.capturedAt ?? null)
  const clocksContradict = time.kind === 'contradictory'
  switch (matchTime({ capturedAt, orderedAt, submittedAt: now, clocksContradict })) {
    // Because wrong clocks are tolerated, the time may be slightly before the order.
    case 'after_order':
      return {
        name: 'time',
        is: 'good',
        text: `${isFile ? 'Filmed' : 'Time given:'} ${(capturedAt ?? orderedAt) < orderedAt ? 'about when' : 'after'} the bounty was posted`,
      }
    case 'before_order':
      return {
        name: 'time',
        is: 'bad',
        text: `${isFile ? 'The file says that it was filmed' : 'By the time that you gave, it was filmed'} before the bounty was posted. ${posterDecides}`,
      }
    case 'contradictory':
      return isFile || clocksContradict
        ? {
            name: 'time',
            is: 'bad',
            text: 'The times in its file contradict each other, or lie in the future. Submit the original file.',
          }
        : {
            name: 'time',
            is: 'bad',
            field: 'captured_at',
            text: 'The time that you gave lies in the future. Correct it.',
          }
    case 'unknown':
      return {
        name: 'time',
        is: 'unknown',
        text: 'No time found in the file. Fill it in under “Where and when it was filmed”.',
      }
  }
}
