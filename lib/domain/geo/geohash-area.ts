import {
  type CellBounds,
  cellAt,
  cellBounds,
  cellToGeohash,
  geohashLength,
  geohashToCell,
} from './geohash.ts'

/** The cells of geohashes of one to six characters: areas from a quarter of a continent down to a kilometre. */

/** Edges in degrees of the cell of a geohash of one to six characters (either case); `undefined` for any other text. */
export function geohashBounds(geohash: string): CellBounds | undefined {
  if (geohash.length === 0 || geohash.length > geohashLength) return undefined
  const first = geohashToCell(geohash.padEnd(geohashLength, '0'))
  const last = geohashToCell(geohash.padEnd(geohashLength, 'z'))
  if (first === undefined || last === undefined) return undefined
  const { south, west } = cellBounds(first)
  const { north, east } = cellBounds(last)
  return { south, west, north, east }
}

/** The geohash of the cell that holds a position. @param characters 1 to 6 */
export function geohashAt(position: { latitude: number; longitude: number }, characters: number): string {
  return cellToGeohash(cellAt(position.latitude, position.longitude)).slice(0, characters)
}

/** The middle of a cell, degrees. */
/** True for a position inside or at an edge of the bounds. */
export function isIn(
  { south, west, north, east }: CellBounds,
  at: { latitude: number; longitude: number },
): boolean {
  return at.latitude >= south && at.latitude <= north && at.longitude >= west && at.longitude <= east
}

export function centreOf({ south, west, north, east }: CellBounds): { latitude: number; longitude: number } {
  return { latitude: (south + north) / 2, longitude: (west + east) / 2 }
}
