/**
 * The square tiles of web maps: spherical Mercator, the world in 2^z by 2^z tiles, x eastward from -180°, y southward
 * (OSGeo Tile Map Service specification, as OpenStreetMap counts rows).
 */
export type Tile = { z: number; x: number; y: number }

/** Units along an edge of a tile, inside a vector tile. */
export const tileExtent = 4096

/** The latitude at which the projection is cut off so that the world is a square: arctan(sinh π). */
export const mercatorLimitDegrees = 85.0511287798066

/**
 * Reads the numbers of a path; `undefined` when they name no tile of zoom 0 to `maxZoom`. Each tile has one spelling.
 */
export function parseTile(
  text: { z: string; x: string; y: string },
  { maxZoom }: { maxZoom: number },
): Tile | undefined {
  const [z, x, y] = [text.z, text.x, text.y].map(wholeNumber)
  if (z === undefined || x === undefined || y === undefined || z > maxZoom) return undefined
  const count = 2 ** z
  return x < count && y < count ? { z, x, y } : undefined
}

function wholeNumber(text: string): number | undefined {
  return /^(0|[1-9]\d{0,8})$/.test(text) ? Number(text) : undefined
}

/** A position in the square from 0 to 1 that the whole world fills; beyond the limit latitudes lie on its edge. */
export function mercator(longitude: number, latitude: number): { x: number; y: number } {
  const capped = Math.max(-mercatorLimitDegrees, Math.min(mercatorLimitDegrees, latitude))
  const y = 0.5 - Math.asinh(Math.tan((capped * Math.PI) / 180)) / (2 * Math.PI)
  return { x: longitude / 360 + 0.5, y: Math.max(0, Math.min(1, y)) }
}

/** The latitude of a height in that square: the inverse of `mercator`. */
export function latitudeOf(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI
}

/** The tile of a zoom that holds a position. */
export function tileAt(longitude: number, latitude: number, z: number): Tile {
  const count = 2 ** z
  const { x, y } = mercator(longitude, latitude)
  const within = (value: number) => Math.max(0, Math.min(count - 1, Math.floor(value * count)))
  return { z, x: within(x), y: within(y) }
}
