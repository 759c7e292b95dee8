import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { Feature, Geometry } from 'geojson'
import { type Tiles, tileKey } from '#lib/adapters/basemap/tile-file'
import { tileExtent } from '#lib/domain/geo/tile'

/** A shape in degrees, and the zoom from which on tiles contain it. */
export type ZoomedShape = { fromZoom: number; shape: Geometry | Feature }

/** Layers are simplified for each zoom except the last, of which `fullDetail` ones contain every point. */
export type ShapeLayer = { shapes: readonly ZoomedShape[]; fullDetail: boolean }

type TileLayer = Parameters<typeof fromGeojsonVt>[0][string]

/** Cuts layers into encoded tiles of every zoom up to `maxZoom`, keyed by `tileKey`. Tiles without shapes are omitted. */
export function cutTiles(
  layers: Readonly<Record<string, ShapeLayer>>,
  { maxZoom }: { maxZoom: number },
): Tiles {
  const indexes = Object.entries(layers).map(([name, layer]) => ({ name, groups: indexOf(layer, maxZoom) }))
  const tiles = new Map<string, Uint8Array>()
  for (let z = 0; z <= maxZoom; z++) {
    const count = 2 ** z
    for (let x = 0; x < count; x++) {
      for (let y = 0; y < count; y++) {
        const found = indexes.flatMap(({ name, groups }) => {
          const features = groups.flatMap(({ fromZoom, index }) =>
            fromZoom <= z ? (index.getTile(z, x, y)?.features ?? []) : [],
          )
          return features.length > 0 ? [[name, { features } as unknown as TileLayer] as const] : []
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

/** One index for all shapes that begin at the same zoom. */
function indexOf({ shapes, fullDetail }: ShapeLayer, maxZoom: number) {
  const options = {
    maxZoom: fullDetail ? maxZoom : maxZoom + 1,
    extent: tileExtent,
    buffer: 64,
    indexMaxZoom: 3,
    indexMaxPoints: 0,
  }
  return [...Map.groupBy(shapes, ({ fromZoom }) => fromZoom)].map(([fromZoom, group]) => {
    const features = group.map(
      ({ shape }): Feature =>
        shape.type === 'Feature' ? shape : { type: 'Feature', properties: {}, geometry: shape },
    )
    return { fromZoom, index: new GeoJSONVT({ type: 'FeatureCollection', features }, options) }
  })
}
