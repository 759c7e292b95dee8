import { writeFile } from 'node:fs/promises'
import { basemapFile, basemapMaxZoom } from '#lib/adapters/basemap/basemap'
import { allCities } from '#lib/adapters/basemap/cities'
import { cutTiles } from '#lib/adapters/basemap/cut-tiles'
import { drawWorld } from '#lib/adapters/basemap/draw-world'
import { inlandShapes } from '#lib/adapters/basemap/inland-shapes'
import { landShapes } from '#lib/adapters/basemap/land-shapes'
import { sortIntoTiles } from '#lib/adapters/basemap/place-tiles'
import { packTiles, tileKey } from '#lib/adapters/basemap/tile-file'
import type { Tile } from '#lib/domain/geo/tile'

// `npm run build:basemap -- FOLDER`: cuts the world map into tiles, from data in npm packages and two shapefiles of Natural Earth in
// the folder (docs/operations.md says from where). Needs about 1 GB of memory.

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('name the folder with the shapefiles of Natural Earth')
const maxZoom = basemapMaxZoom
const shapes = cutTiles(
  { ...(await landShapes()), ...(await inlandShapes(folder, { maxZoom })) },
  { maxZoom },
)
const places = sortIntoTiles(allCities(), { maxZoom })

function* worldTiles(): Generator<[Tile, Uint8Array]> {
  for (let z = 0; z <= maxZoom; z++) {
    for (let x = 0; x < 2 ** z; x++) {
      for (let y = 0; y < 2 ** z; y++) {
        const tile = { z, x, y }
        // A tile message is a list of layers, so concatenating two messages merges their layers
        // (Protocol Buffers encoding).
        const bytes = Buffer.concat([shapes.get(tileKey(tile)), places(tile)].filter((part) => !!part))
        if (bytes.length > 0) yield [tile, bytes]
      }
    }
  }
}

await writeFile(basemapFile, await packTiles(worldTiles()))
const { land: landPicture, borders } = await drawWorld()
await writeFile('public/world.svg', landPicture)
await writeFile('public/world-borders.svg', borders)
