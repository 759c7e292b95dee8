import { type Map as MapLibre, Marker } from 'maplibre-gl'
import { useEffect, useEffectEvent } from 'react'
import type { MapProps } from './map-types.ts'

const shape =
  'M14 38C10 31 2 24 2 14a12 12 0 0 1 24 0c0 10-8 17-12 24Z M14 9.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 1 0 0-9Z'

/** A pin that can be dragged with a pointer. For keyboards, a page with a pin also offers the middle of the map. */
export function usePin(map: MapLibre | undefined, pin: MapProps['pin']): void {
  const drop = useEffectEvent((marker: Marker) => {
    const { lat: latitude, lng } = marker.getLngLat().wrap()
    pin?.onDrop({ latitude, longitude: lng })
  })
  const { latitude, longitude } = pin ?? {}
  useEffect(() => {
    if (!map || latitude === undefined || longitude === undefined) return
    const element = document.createElement('div')
    element.className = 'map-pin'
    element.setAttribute('role', 'img')
    element.setAttribute('aria-label', 'Pin')
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    svg.setAttribute('viewBox', '0 0 28 40')
    const path = document.createElementNS(svg.namespaceURI, 'path')
    path.setAttribute('d', shape)
    svg.append(path)
    element.append(svg)
    const marker = new Marker({ element, draggable: true, anchor: 'bottom' })
      .setLngLat([longitude, latitude])
      .addTo(map)
    marker.on('dragend', () => drop(marker))
    return () => {
      marker.remove()
    }
  }, [map, latitude, longitude])
}
