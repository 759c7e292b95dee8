import { readFile } from 'node:fs/promises'
import { merge, mesh } from 'topojson-client'
import { filter, filterWeight, planarTriangleArea, presimplify, simplify } from 'topojson-simplify'
import type { GeometryCollection, MultiPolygon, Polygon, Topology } from 'topojson-specification'
import { packageRequire } from '#lib/adapters/basemap/package-file'
import { unwrapLines, unwrapPolygons } from '#lib/adapters/basemap/unwrap'
import { mercator } from '#lib/domain/geo/tile'
import { drawnLatitudes } from '#lib/domain/map/world-frame'

type Atlas = Topology<{ countries: GeometryCollection }>

/** The width and height of the square of the world, in units of the pictures: a unit is a pixel at zoom 3. */
const size = 4_096
/** Bends of a coast and islands with a smaller area than this are left out, in square units of the drawing. */
const leastArea = 8
const [top, bottom] = [drawnLatitudes.north, drawnLatitudes.south].map((latitude) =>
  Math.round(mercator(0, latitude).y * size),
) as [number, number]

/** Draws the land of the world, and the borders on it, as two small SVG pictures in black; a page colours them with CSS `mask`. */
export async function drawWorld(): Promise<{ land: string; borders: string }> {
  const file = packageRequire().resolve('world-atlas/countries-50m.json')
  const atlas = simplified(JSON.parse(await readFile(file, 'utf8')) as Atlas)
  const { countries } = atlas.objects
  const land = unwrapPolygons(merge(atlas, countries.geometries as (Polygon | MultiPolygon)[]))
  const borders = unwrapLines(mesh(atlas, countries, (a, b) => a !== b))
  const rings = land.coordinates.flat().map((ring) => pathOf(ring, 'z'))
  const lines = borders.coordinates.map((line) => pathOf(line, ''))
  return {
    land: picture(`<path fill-rule="evenodd" d="${rings.join('')}"/>`),
    borders: picture(
      `<path fill="none" stroke="#000" vector-effect="non-scaling-stroke" stroke-linejoin="round" d="${lines.join('')}"/>`,
    ),
  }
}

/** Measured in Mercator units, so that the same detail is left at every latitude. Neighbours keep a common border. */
function simplified(atlas: Atlas): Atlas {
  const weighed = presimplify(atlas, (triangle) =>
    planarTriangleArea(triangle.map(project) as typeof triangle),
  )
  const ringArea = filterWeight(weighed, leastArea, (ring) => planarRingArea(ring.map(project)))
  // `filter` replaces a collection by null only if nothing is left of it.
  return simplify(filter(weighed, ringArea) as Atlas, leastArea)
}

function planarRingArea(ring: readonly (readonly [number, number])[]): number {
  return Math.abs(
    ring.reduce((sum, [x, y], index) => {
      const [nextX, nextY] = ring[(index + 1) % ring.length]!
      return sum + x * nextY - nextX * y
    }, 0) / 2,
  )
}

function project([longitude = 0, latitude = 0]: readonly number[]): [number, number] {
  const { x, y } = mercator(longitude, latitude)
  return [x * size, y * size]
}

function picture(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 ${top} ${size} ${bottom - top}" preserveAspectRatio="xMidYMid slice">${content}</svg>\n`
}

function pathOf(line: readonly (readonly number[])[], end: 'z' | ''): string {
  const points = line.map((position) => project(position).map(Math.round))
  if (points.every(([, y = 0]) => y < top || y > bottom)) return ''
  const moved = points.slice(1).flatMap(([x = 0, y = 0], index) => {
    const [beforeX = 0, beforeY = 0] = points[index]!
    return x === beforeX && y === beforeY ? [] : [`${x - beforeX}${y < beforeY ? '' : ','}${y - beforeY}`]
  })
  if (moved.length < (end ? 3 : 1)) return ''
  const joined = moved.map((move, index) => (index === 0 || move.startsWith('-') ? move : ` ${move}`))
  return `M${points[0]!.join(',')}l${joined.join('')}${end}`
}
