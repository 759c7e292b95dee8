import type { Map as MapLibre, VectorTileSource } from 'maplibre-gl'

/** Shows or hides all layers of the archive of streets. A source without a visible layer is not credited. */
export function showStreets(map: MapLibre, isShown: boolean): void {
  for (const id of map.getLayersOrder())
    if (map.getLayer(id)?.source === 'streets')
      map.setLayoutProperty(id, 'visibility', isShown ? 'visible' : 'none')
}

/** Requests all tiles in view again, and the description of a source for which it failed. The browser has most of them still. */
export function refetchTiles(map: MapLibre): void {
  for (const [id, { type }] of Object.entries(map.getStyle().sources)) {
    if (type !== 'vector' && type !== 'raster') continue
    const source = map.getSource<VectorTileSource>(id)
    if (source?.url && !source.tiles) source.setUrl(source.url)
    else map.refreshTiles(id)
  }
}
