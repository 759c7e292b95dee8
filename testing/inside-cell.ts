import { cellBounds, geohashToCell } from '#lib/domain/geo/geohash'

const margin = 1e-3

/** A box inside one cell, away from its edges. @param geohash six characters */
export function boxInside(geohash: string): { south: number; north: number; west: number; east: number } {
  const { south, north, west, east } = cellBounds(geohashToCell(geohash)!)
  return { south: south + margin, north: north - margin, west: west + margin, east: east - margin }
}

/** The same as an area. */
export function insideCell(geohash: string): { type: 'Polygon'; coordinates: number[][][] } {
  const { south: s, north: n, west: w, east: e } = boxInside(geohash)
  return { type: 'Polygon', coordinates: [[[w, s], [e, s], [e, n], [w, n], [w, s]]] } // biome-ignore format: a ring
}
