import { type Map as MapLibre, Marker } from 'maplibre-gl'
import { useEffect } from 'react'
import { centreOf, geohashBounds } from '#lib/domain/geo/geohash-area'

/** Rings that spread from the middle of cells. They run once and are hidden from readers who prefer reduced motion (by the style sheet). */
export function usePulses(map: MapLibre | undefined, geohashes: readonly string[]): void {
  useEffect(() => {
    if (!map) return
    const markers = geohashes.flatMap((geohash) => {
      const bounds = geohashBounds(geohash)
      if (!bounds) return []
      const element = document.createElement('div')
      element.className = 'map-pulse'
      element.ariaHidden = 'true'
      const { longitude, latitude } = centreOf(bounds)
      return [new Marker({ element }).setLngLat([longitude, latitude]).addTo(map)]
    })
    return () => {
      for (const marker of markers) marker.remove()
    }
  }, [map, geohashes])
}
