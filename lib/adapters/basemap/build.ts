import { writeFile } from 'node:fs/promises'
import { basemapFile, basemapMaxZoom } from '#lib/adapters/basemap/basemap'
import { allCities } from '#lib/adapters/basemap/cities'
import { cutLand } from '#lib/adapters/basemap/cut-land'
import { drawWorld } from '#lib/adapters/basemap/draw-world'
import { sortIntoTiles } from '#lib/adapters/basemap/place-tiles'
import { packTiles, tileKey } from '#lib/adapters/basemap/tile-file'
import type { Tile } from '#lib/domain/tile'

// `npm run build:basemap`: cuts the map of the world from the packages it comes in. Needs most of a gigabyte of memory.

const land = await cutLand({ maxZoom: basemapMaxZoom })
const places = sortIntoTiles(allCities(), { maxZoom: basemapMaxZoom })

function* worldTiles(): Generator<[Tile, Uint8Array]> {
  for (let z = 0; z <= basemapMaxZoom; z++) {
    for (let x = 0; x < 2 ** z; x++) {
      for (let y = 0; y < 2 ** z; y++) {
        const tile = { z, x, y }
        // A message is a list of layers, so two messages in a row are one of all their layers (Protocol Buffers, encoding).
        const bytes = Buffer.concat([land.get(tileKey(tile)), places(tile)].filter((part) => !!part))
        if (bytes.length > 0) yield [tile, bytes]
      }
    }
  }
}

await writeFile(basemapFile, await packTiles(worldTiles()))
await writeFile('public/world.svg', await drawWorld())
