import { writeFile } from 'node:fs/promises'
import { basemapFile, basemapMaxZoom } from '#lib/adapters/basemap/basemap'
import { allCities } from '#lib/adapters/basemap/cities'
import { cutLand } from '#lib/adapters/basemap/cut-land'
import { drawWorld } from '#lib/adapters/basemap/draw-world'
import { sortIntoTiles } from '#lib/adapters/basemap/place-tiles'
import { packTiles, tileKey } from '#lib/adapters/basemap/tile-file'
import type { Tile } from '#lib/domain/geo/tile'

// `npm run build:basemap`: cuts the world map into tiles, from data in npm packages. Needs almost 1 GB of
// memory.

const land = await cutLand({ maxZoom: basemapMaxZoom })
const places = sortIntoTiles(allCities(), { maxZoom: basemapMaxZoom })

function* worldTiles(): Generator<[Tile, Uint8Array]> {
  for (let z = 0; z <= basemapMaxZoom; z++) {
    for (let x = 0; x < 2 ** z; x++) {
      for (let y = 0; y < 2 ** z; y++) {
        const tile = { z, x, y }
        // A tile message is a list of layers, so concatenating two messages merges their layers
        // (Protocol Buffers encoding).
        const bytes = Buffer.concat([land.get(tileKey(tile)), places(tile)].filter((part) => !!part))
        if (bytes.length > 0) yield [tile, bytes]
      }
    }
  }
}

await writeFile(basemapFile, await packTiles(worldTiles()))
const { land: landPicture, borders } = await drawWorld()
await writeFile('public/world.svg', landPicture)
await writeFile('public/world-borders.svg', borders)
