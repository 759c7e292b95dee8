import 'server-only'
import { latitudeOf } from '#lib/domain/geo/tile'
import { type Box, tilesIn } from '#lib/domain/map/cell-frame'
import { readNames } from './read-shapes.ts'
import { type Streets, streetTile } from './streets.ts'

export type NamedOnMap = {
  layer: string
  latitude: number
  longitude: number
  properties: Readonly<Record<string, unknown>>
}

/**
 * The names on the street map within a box, tile by tile, in the order of the layers. Towns and quarters have a point of their own;
 * everything else is placed at the middle of its shape.
 *
 * @param zoom of the tiles; the largest zoom of the archive if that is smaller
 */
export async function namesInBox(
  streets: Streets,
  { box, zoom, layers }: { box: Box; zoom: number; layers: readonly string[] },
): Promise<NamedOnMap[]> {
  const z = Math.min(zoom, streets.maxZoom)
  const count = 2 ** z
  const named: NamedOnMap[] = []
  for (const { tile } of tilesIn(box, z)) {
    const bytes = await streetTile(streets, tile)
    if (!bytes) continue
    for (const layer of layers)
      for (const { x, y, properties } of readNames(bytes, layer, { ofShapes: layer !== 'places' })) {
        const longitude = ((tile.x + x) / count) * 360 - 180
        named.push({ layer, properties, longitude, latitude: latitudeOf((tile.y + y) / count) })
      }
  }
  return named
}
