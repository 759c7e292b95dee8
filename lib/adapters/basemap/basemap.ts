import 'server-only'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Tiles, tileKey, unpackTiles } from '#lib/adapters/basemap/tile-file'
import { processValue } from '#lib/adapters/process-value'
import type { Tile } from '#lib/domain/geo/tile'

/**
 * The data has no more detail beyond this zoom: browsers overzoom these tiles. `npm run build:basemap`
 * creates them.
 */
export const basemapMaxZoom = 7

/**
 * Relative to the working directory of the service, so that the bundler does not treat the file as a module.
 */
export const basemapFile = 'lib/adapters/basemap/world.tiles.br'

const tiles = processValue<Promise<Tiles>>('basemap')

/**
 * One vector tile (Mapbox Vector Tile 2.1) of the world: the layers `land`, `coast`, `border`, `water` (lakes), `river`,
 * `region` (borders of regions) and `place`. Empty tiles are sea.
 */
export async function basemapTile(tile: Tile): Promise<Uint8Array<ArrayBuffer>> {
  tiles.current ??= readFile(join(/* turbopackIgnore: true */ process.cwd(), basemapFile))
    .then(unpackTiles)
    .catch((error: unknown) => {
      tiles.current = undefined
      throw error
    })
  return ((await tiles.current).get(tileKey(tile)) ?? new Uint8Array()) as Uint8Array<ArrayBuffer>
}
