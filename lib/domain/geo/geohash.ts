/**
 * Six-character geohash cells as integers: the only location that Cairn stores.
 *
 * A cell is `row << 15 | column`: 2^15 rows from south to north, 2^15 columns from west to east, so that the cells of
 * one row between two columns form an integer range. It fits a signed 32-bit integer.
 */

export const geohashLength = 6
export const axisBits = 15
export const rowCount = 1 << axisBits
export const columnCount = 1 << axisBits
export const cellHeightDegrees = 180 / rowCount
export const cellWidthDegrees = 360 / columnCount

/** Base 32 of geohashes: without a, i, l and o. */
export const geohashAlphabet = '0123456789bcdefghjkmnpqrstuvwxyz'
const valueByCharacter = new Map([...geohashAlphabet].map((character, value) => [character, value]))

export type CellBounds = { south: number; west: number; north: number; east: number }

/** The cell that holds a position. Latitude 90 and longitude 180 belong to the last row and column. */
export function cellAt(latitude: number, longitude: number): number {
  if (!(latitude >= -90 && latitude <= 90)) throw new RangeError(`latitude ${latitude} is not within -90..90`)
  if (!(longitude >= -180 && longitude <= 180))
    throw new RangeError(`longitude ${longitude} is not within -180..180`)
  const row = Math.min(rowCount - 1, Math.floor((latitude + 90) / cellHeightDegrees))
  const column = Math.min(columnCount - 1, Math.floor((longitude + 180) / cellWidthDegrees))
  return (row << axisBits) | column
}

export function cellRow(cell: number): number {
  return cell >> axisBits
}

export function cellColumn(cell: number): number {
  return cell & (columnCount - 1)
}

/** Edges of a cell in degrees. */
export function cellBounds(cell: number): CellBounds {
  const south = cellRow(cell) * cellHeightDegrees - 90
  const west = cellColumn(cell) * cellWidthDegrees - 180
  return { south, west, north: south + cellHeightDegrees, east: west + cellWidthDegrees }
}

/**
 * The cell of a shorter geohash that holds this one, `row << longitude bits | column` on that precision's own grid.
 *
 * @param precision characters, 1 to 6
 */
export function coarseCell(cell: number, precision: number): number {
  const longitudeBits = Math.ceil((5 * precision) / 2)
  const latitudeBits = Math.floor((5 * precision) / 2)
  const row = cellRow(cell) >> (axisBits - latitudeBits)
  return (row << longitudeBits) | (cellColumn(cell) >> (axisBits - longitudeBits))
}

/** The cell's geohash, six lower-case characters. Bits alternate, longitude first. */
export function cellToGeohash(cell: number): string {
  const row = cellRow(cell)
  const column = cellColumn(cell)
  let text = ''
  let value = 0
  for (let bit = 0; bit < 2 * axisBits; bit++) {
    const source = bit % 2 === 0 ? column : row
    value = (value << 1) | ((source >> (axisBits - 1 - (bit >> 1))) & 1)
    if (bit % 5 === 4) {
      text += geohashAlphabet[value]
      value = 0
    }
  }
  return text
}

/** The cell of a geohash of exactly six characters (either case); `undefined` when it is not one. */
export function geohashToCell(geohash: string): number | undefined {
  if (geohash.length !== geohashLength) return undefined
  let row = 0
  let column = 0
  let bit = 0
  for (const character of geohash.toLowerCase()) {
    const value = valueByCharacter.get(character)
    if (value === undefined) return undefined
    for (let shift = 4; shift >= 0; shift--, bit++) {
      const one = (value >> shift) & 1
      if (bit % 2 === 0) column = (column << 1) | one
      else row = (row << 1) | one
    }
  }
  return (row << axisBits) | column
}
