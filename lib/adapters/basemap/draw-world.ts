import { readFile } from 'node:fs/promises'
import { merge } from 'topojson-client'
import type { GeometryCollection, MultiPolygon, Polygon, Topology } from 'topojson-specification'
import { packageRequire } from '#lib/adapters/basemap/package-file'
import { unwrapPolygons } from '#lib/adapters/basemap/unwrap'
import { mercator } from '#lib/domain/geo/tile'

type Atlas = Topology<{ countries: GeometryCollection }>

const size = 1_024
/**
 * The picture ends at these latitudes: the regions beyond are uninhabited, and the Mercator projection
 * enlarges them.
 */
const [north, south] = [78, -58]

/** Draws the land of the world as a small SVG of black shapes; a page colours it with CSS `mask`. */
export async function drawWorld(): Promise<string> {
  const file = packageRequire().resolve('world-atlas/countries-110m.json')
  const atlas = JSON.parse(await readFile(file, 'utf8')) as Atlas
  const land = merge(atlas, atlas.objects.countries.geometries as (Polygon | MultiPolygon)[])
  const { coordinates } = unwrapPolygons(land)
  const path = coordinates.map((rings) => rings.map(ringPath).join('')).join('')
  const [top, bottom] = [north, south].map((latitude) => Math.round(mercator(0, latitude).y * size))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 ${top} ${size} ${bottom! - top!}" preserveAspectRatio="xMidYMid slice"><path fill-rule="evenodd" d="${path}"/></svg>\n`
}

function ringPath(ring: readonly (readonly number[])[]): string {
  const points = ring.map(([longitude = 0, latitude = 0]) => {
    const { x, y } = mercator(longitude, latitude)
    return [Math.round(x * size), Math.round(y * size)]
  })
  const moved = points.slice(1).flatMap(([x = 0, y = 0], index) => {
    const [beforeX = 0, beforeY = 0] = points[index]!
    return x === beforeX && y === beforeY ? [] : [`${x - beforeX},${y - beforeY}`]
  })
  // Islands smaller than a pixel are omitted.
  return moved.length < 3 ? '' : `M${points[0]!.join(',')}l${moved.join(' ')}z`
}
