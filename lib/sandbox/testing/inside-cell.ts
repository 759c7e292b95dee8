import { cellBounds, geohashToCell } from '#lib/domain/geohash'

const margin = 1e-3

/** An area inside one cell, away from its edges. @param geohash six characters */
export function insideCell(geohash: string): { type: 'Polygon'; coordinates: number[][][] } {
  const { south, north, west, east } = cellBounds(geohashToCell(geohash)!)
  const [s, n, w, e] = [south + margin, north - margin, west + margin, east - margin]
  return { type: 'Polygon', coordinates: [[[w, s], [e, s], [e, n], [w, n], [w, s]]] } // biome-ignore format: a ring
}
