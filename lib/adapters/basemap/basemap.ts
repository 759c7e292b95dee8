import 'server-only'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Tiles, tileKey, unpackTiles } from '#lib/adapters/basemap/tile-file'
import type { Tile } from '#lib/domain/tile'

/** The data has no more to show closer up: a browser enlarges these tiles. `npm run build:basemap` cuts them. */
export const basemapMaxZoom = 7

/** Relative to where the service is started: to the bundler it would be one more module. */
export const basemapFile = 'lib/adapters/basemap/world.tiles.br'

// The bundler may load this module more than once.
const slot = globalThis as { cairnBasemap?: Promise<Tiles> }

/** One vector tile (Mapbox Vector Tile 2.1) of the world: the layers `land`, `coast`, `border` and `place`. Empty at sea. */
export async function basemapTile(tile: Tile): Promise<Uint8Array<ArrayBuffer>> {
  slot.cairnBasemap ??= readFile(join(process.cwd(), basemapFile))
    .then(unpackTiles)
    .catch((error: unknown) => {
      delete slot.cairnBasemap
      throw error
    })
  return ((await slot.cairnBasemap).get(tileKey(tile)) ?? new Uint8Array()) as Uint8Array<ArrayBuffer>
}
