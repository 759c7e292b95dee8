import type { MultiLineString, MultiPolygon, Polygon, Position } from 'geojson'
import { unwrapLine } from '#lib/domain/geo/unwrap-line'

// Unwraps shapes of world-atlas, which are spherical and are not cut at the antimeridian.

/** The shapes of world-atlas are spherical and are not cut at the antimeridian. */
export function unwrapLines({ coordinates }: MultiLineString): MultiLineString {
  return { type: 'MultiLineString', coordinates: coordinates.map(unwrapLine) }
}

export function unwrapPolygons(shape: Polygon | MultiPolygon): MultiPolygon {
  const polygons = shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates
  return { type: 'MultiPolygon', coordinates: polygons.map(unwrapPolygon) }
}

/**
 * Closes a ring around a pole over that pole, and shifts holes by the same multiple of 360° as their outline.
 */
function unwrapPolygon([outline, ...holes]: Position[][]): Position[][] {
  const outer = closeOverPole(unwrapLine(outline!))
  const west = Math.min(...outer.map(([longitude]) => longitude!))
  return [
    outer,
    ...holes.map((hole) => {
      const ring = unwrapLine(hole)
      const shift = 360 * Math.ceil((west - Math.min(...ring.map(([longitude]) => longitude!))) / 360)
      return ring.map(([longitude, latitude]) => [longitude! + shift, latitude!])
    }),
  ]
}

function closeOverPole(ring: Position[]): Position[] {
  const first = ring[0]!
  const last = ring.at(-1)!
  if (Math.abs(last[0]! - first[0]!) < 180) return ring
  const pole = first[1]! < 0 ? -90 : 90
  return [...ring, [last[0]!, pole], [first[0]!, pole], first]
}
