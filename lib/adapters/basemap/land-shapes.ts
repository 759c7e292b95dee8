import { readFile } from 'node:fs/promises'
import type { Geometry } from 'geojson'
import { merge, mesh } from 'topojson-client'
import type { GeometryCollection, MultiPolygon, Polygon, Topology } from 'topojson-specification'
import type { ShapeLayer } from '#lib/adapters/basemap/cut-tiles'
import { packageRequire } from '#lib/adapters/basemap/package-file'
import { unwrapLines, unwrapPolygons } from '#lib/adapters/basemap/unwrap'

type Atlas = Topology<{ countries: GeometryCollection }>

/** Natural Earth's land, coasts and borders (1:10 million). */
export async function landShapes(): Promise<Record<'land' | 'coast' | 'border', ShapeLayer>> {
  const file = packageRequire().resolve('world-atlas/countries-10m.json')
  const atlas = JSON.parse(await readFile(file, 'utf8')) as Atlas
  const { countries } = atlas.objects
  const layer = (shape: Geometry) => ({ shapes: [{ fromZoom: 0, shape }], fullDetail: true })
  return {
    land: layer(unwrapPolygons(merge(atlas, countries.geometries as (Polygon | MultiPolygon)[]))),
    coast: layer(unwrapLines(mesh(atlas, countries, (a, b) => a === b))),
    border: layer(unwrapLines(mesh(atlas, countries, (a, b) => a !== b))),
  }
}
