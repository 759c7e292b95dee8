import 'server-only'
import { allCities } from '#lib/adapters/basemap/cities'
import { cutLand, tileKey } from '#lib/adapters/basemap/land'
import { type PlaceTiles, sortIntoTiles } from '#lib/adapters/basemap/place-tiles'
import type { Tile } from '#lib/domain/tile'

/** The data has no more to show closer up: a browser enlarges these tiles. */
export const basemapMaxZoom = 7

type Basemap = { land: ReadonlyMap<number, Uint8Array>; places: PlaceTiles }

// The bundler may load this module more than once.
const slot = globalThis as { cairnBasemap?: Promise<Basemap> }

/**
 * One vector tile (Mapbox Vector Tile 2.1) of the world: the layers `land`, `coast`, `border` and `place`. Empty at sea. The
 * first call of a process cuts them all, so that the large index they are cut from does not stay in memory.
 */
export async function basemapTile(tile: Tile): Promise<Uint8Array<ArrayBuffer>> {
  slot.cairnBasemap ??= open().catch((error: unknown) => {
    delete slot.cairnBasemap
    throw error
  })
  const { land, places } = await slot.cairnBasemap
  // A message is a list of layers, so two of them in a row are one (Protocol Buffers, "last one wins" does not apply to lists).
  return Buffer.concat([land.get(tileKey(tile.z, tile.x, tile.y)), places(tile)].filter((part) => !!part))
}

async function open(): Promise<Basemap> {
  const land = await cutLand({ maxZoom: basemapMaxZoom })
  return { land, places: sortIntoTiles(allCities(), { maxZoom: basemapMaxZoom }) }
}
