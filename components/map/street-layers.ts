import type { Map as MapLibre } from 'maplibre-gl'

/** Shows or hides all layers of the archive of streets. A source without a visible layer is not credited. */
export function showStreets(map: MapLibre, isShown: boolean): void {
  for (const id of map.getLayersOrder())
    if (map.getLayer(id)?.source === 'streets')
      map.setLayoutProperty(id, 'visibility', isShown ? 'visible' : 'none')
}
