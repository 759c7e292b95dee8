import { readFile } from 'node:fs/promises'
import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { merge, mesh } from 'topojson-client'
import type { GeometryCollection, MultiPolygon, Polygon, Topology } from 'topojson-specification'
import { packageRequire } from '#lib/adapters/basemap/package-file'
import { type Tiles, tileKey } from '#lib/adapters/basemap/tile-file'
import { unwrapLines, unwrapPolygons } from '#lib/adapters/basemap/unwrap'
import { tileExtent } from '#lib/domain/geo/tile'

type Atlas = Topology<{ countries: GeometryCollection }>

/**
 * Cuts Natural Earth's land, coasts and borders into encoded tiles of every zoom up to `maxZoom`, keyed by
 * `tileKey`. Tiles with only sea are omitted.
 */
export async function cutLand({ maxZoom }: { maxZoom: number }): Promise<Tiles> {
  const file = packageRequire().resolve('world-atlas/countries-10m.json')
  const atlas = JSON.parse(await readFile(file, 'utf8')) as Atlas
  const { countries } = atlas.objects
  const options = { maxZoom, extent: tileExtent, buffer: 64, indexMaxZoom: 3, indexMaxPoints: 0 }
  const coast = unwrapLines(mesh(atlas, countries, (a, b) => a === b))
  const border = unwrapLines(mesh(atlas, countries, (a, b) => a !== b))
  const layers = {
    land: new GeoJSONVT(
      unwrapPolygons(merge(atlas, countries.geometries as (Polygon | MultiPolygon)[])),
      options,
    ),
    coast: new GeoJSONVT(coast, options),
    border: new GeoJSONVT(border, options),
  }
  const tiles = new Map<string, Uint8Array>()
  for (let z = 0; z <= maxZoom; z++) {
    const count = 2 ** z
    for (let x = 0; x < count; x++) {
      for (let y = 0; y < count; y++) {
        const found = Object.entries(layers).flatMap(([name, layer]) => {
          const tile = layer.getTile(z, x, y)
          return tile && tile.features.length > 0 ? [[name, tile] as const] : []
        })
        if (found.length > 0)
          tiles.set(
            tileKey({ z, x, y }),
            fromGeojsonVt(Object.fromEntries(found), { version: 2, extent: tileExtent }),
          )
      }
    }
  }
  return tiles
}
