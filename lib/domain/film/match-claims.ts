import { cellColumn, cellRow, cellToGeohash, columnCount, geohashToCell, rowCount } from '../geo/geohash.ts'

/** Judges the place and the time of a film: their origin, and whether they fit the bounty it was submitted for. */

/**
 * From the weakest to the strongest: stated by a person, read from the file's own metadata, or from a valid and trusted C2PA manifest of
 * the file.
 */
export const claimOrigins = ['declared', 'file', 'credentials'] as const
export type ClaimOrigin = (typeof claimOrigins)[number]

/**
 * `near`: not in the requested area, but the claimed cell touches it, at a side or a corner. `unknown`: the bounty or the film has no
 * place.
 */
export const placeMatches = ['inside', 'near', 'elsewhere', 'unknown'] as const
export type PlaceMatch = (typeof placeMatches)[number]

/** `contradictory`: the clocks of the file exclude each other, or the time is later than the submission. */
export const timeMatches = ['after_order', 'before_order', 'contradictory', 'unknown'] as const
export type TimeMatch = (typeof timeMatches)[number]

export type ClaimMatch = { placeMatch: PlaceMatch; timeMatch: TimeMatch }

/** How far the clock of a camera may be wrong before its time counts as earlier than the order, or later than the submission. */
export const clockToleranceSeconds = 600

/** The origin of place and time together: the weaker of the two, or `null` if one is not known. */
export function weakerOrigin(one: ClaimOrigin | null, other: ClaimOrigin | null): ClaimOrigin | null {
  if (one === null || other === null) return null
  return claimOrigins.find((origin) => origin === one || origin === other)!
}

/**
 * Compares a claimed cell with the place that a bounty asked for.
 *
 * @param asked a geohash of one to six characters @param claimed a geohash of six
 */
export function matchPlace(asked: string | null, claimed: string | null): PlaceMatch {
  const cell = claimed === null ? undefined : geohashToCell(claimed)
  if (asked === null || cell === undefined) return 'unknown'
  const area = asked.toLowerCase()
  if (cellToGeohash(cell).startsWith(area)) return 'inside'
  return neighboursOf(cell).some((one) => cellToGeohash(one).startsWith(area)) ? 'near' : 'elsewhere'
}

/** The cells that share a side or a corner with a cell, across the antimeridian too. None lies beyond a pole. */
function neighboursOf(cell: number): number[] {
  const steps = [-1, 0, 1]
  return steps.flatMap((up) => {
    const row = cellRow(cell) + up
    if (row < 0 || row >= rowCount) return []
    return steps.map((right) => {
      const column = (cellColumn(cell) + right + columnCount) % columnCount
      return row * columnCount + column
    })
  })
}

/** Checks that a claimed time lies between the order and the submission. All in epoch seconds. */
export function matchTime(input: {
  capturedAt: number | null
  orderedAt: number
  submittedAt: number
  /** The file has clocks that contradict each other, even if another time was declared. */
  clocksContradict: boolean
}): TimeMatch {
  const { capturedAt, orderedAt, submittedAt, clocksContradict } = input
  if (clocksContradict) return 'contradictory'
  if (capturedAt === null) return 'unknown'
  if (capturedAt > submittedAt + clockToleranceSeconds) return 'contradictory'
  return capturedAt < orderedAt - clockToleranceSeconds ? 'before_order' : 'after_order'
}

/** True unless the claims contradict the bounty or each other. A film with contradicting claims is delivered but excluded from observations. */
export function claimsFit({ placeMatch, timeMatch }: ClaimMatch): boolean {
  return placeMatch !== 'elsewhere' && timeMatch !== 'before_order' && timeMatch !== 'contradictory'
}
