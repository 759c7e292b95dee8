import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { City } from '#lib/adapters/basemap/cities'
import { tileKey } from '#lib/adapters/basemap/tile-file'
import { mercator, type Tile, tileAt, tileExtent } from '#lib/domain/geo/tile'

/** Below the last zoom, a tile contains only its largest cities, because more do not fit on a screen. */
const maxPerTile = 60

/** Encodes the layer `place` of a tile. */
export type PlaceTiles = (tile: Tile) => Uint8Array | undefined

/**
 * Assigns cities to tiles of every zoom up to `maxZoom`. The tiles of `maxZoom` contain all cities.
 *
 * @param cities sorted by population, largest first
 */
export function sortIntoTiles(cities: readonly City[], { maxZoom }: { maxZoom: number }): PlaceTiles {
  const byTile = new Map<string, number[]>()
  for (let z = 0; z <= maxZoom; z++) {
    const most = z === maxZoom ? Number.POSITIVE_INFINITY : maxPerTile
    cities.forEach(({ longitude, latitude }, index) => {
      const key = tileKey(tileAt(longitude, latitude, z))
      const indexes = byTile.get(key)
      if (!indexes) byTile.set(key, [index])
      else if (indexes.length < most) indexes.push(index)
    })
  }
  return (tile) => {
    const indexes = byTile.get(tileKey(tile))
    return indexes && encode(tile, indexes, cities)
  }
}

function encode(tile: Tile, indexes: readonly number[], cities: readonly City[]): Uint8Array {
  const features = indexes.map((index, rank) => {
    const { name, population, isCapital, longitude, latitude } = cities[index]!
    const { x, y } = mercator(longitude, latitude)
    const within = (value: number, from: number) => Math.round((value * 2 ** tile.z - from) * tileExtent)
    return {
      type: 1 as const,
      geometry: [[within(x, tile.x), within(y, tile.y)]],
      // Rounded to few distinct values, because a tile encodes equal values once.
      tags: { name, rank, size: Math.floor(Math.log10(population + 1)), ...(isCapital && { capital: 1 }) },
    }
  })
  const place = { features } as unknown as Parameters<typeof fromGeojsonVt>[0][string]
  return fromGeojsonVt({ place }, { version: 2, extent: tileExtent })
}
