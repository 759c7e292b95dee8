import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { wrapBounds, wrapLongitude } from './geometry.ts'
import type { MapProps, MapView } from './map-types.ts'
import { openMap } from './open-map.ts'
import type { OverlayId } from './overlays.ts'

type State = { map?: MapLibre; failed?: boolean }

/** Keeps a map open in an element for as long as the page shows it, and where the page wants it to look. */
export function useOpenMap(
  element: RefObject<HTMLElement | null>,
  {
    view,
    onView,
    styleUrl,
    label,
    inset,
    isWholePage = false,
  }: Pick<MapProps, 'view' | 'onView' | 'styleUrl' | 'label' | 'inset' | 'isWholePage'>,
): State {
  const [state, setState] = useState<State>({})
  const told = useRef(view)
  const tell = useEffectEvent((map: MapLibre) => {
    const bounds = boundsOf(map)
    told.current = viewOf(map)
    onView?.(told.current, wrapBounds(bounds))
  })
  const begin = useEffectEvent(() => ({ view, label, inset, isWholePage }))

  useEffect(() => {
    const onLoad = () => {
      setState({ map: opened.map })
      opened.map.on('moveend', () => tell(opened.map))
      tell(opened.map)
    }
    let opened: ReturnType<typeof openMap>
    try {
      opened = openMap({ element: element.current!, styleUrl, onLoad, ...begin() })
    } catch {
      setState({ failed: true })
      return
    }
    return () => {
      setState({})
      opened.close()
    }
  }, [element, styleUrl])

  const { latitude, longitude, zoom } = view
  useEffect(() => {
    const { map } = state
    const wanted = { latitude, longitude, zoom }
    if (!map || isSame(wanted, told.current)) return
    told.current = wanted
    // Without animation if the reader prefers reduced motion.
    map.easeTo({ center: [longitude, latitude], zoom, duration: 400 })
  }, [state, latitude, longitude, zoom])
  useEffect(() => {
    if (inset) state.map?.setPadding(inset)
  }, [state, inset])
  useEffect(() => state.map?.getCanvas().setAttribute('aria-label', label), [state, label])
  return state
}

/** Replaces what a source shows. */
export function setShapes(map: MapLibre, id: OverlayId, shapes: GeoJSON.FeatureCollection): void {
  map.getSource<GeoJSONSource>(id)?.setData(shapes)
}

function boundsOf(map: MapLibre) {
  const bounds = map.getBounds()
  return {
    west: bounds.getWest(),
    south: bounds.getSouth(),
    east: bounds.getEast(),
    north: bounds.getNorth(),
  }
}

/** The view, rounded to the precision of a link to it. */
function viewOf(map: MapLibre): MapView {
  const { lng, lat } = map.getCenter()
  const round = (value: number, digits: number) => Number(value.toFixed(digits))
  return {
    latitude: round(lat, 5),
    longitude: round(wrapLongitude(lng), 5),
    zoom: round(map.getZoom(), 2),
  }
}

function isSame(a: MapView, b: MapView): boolean {
  const near = (x: number, y: number, by: number) => Math.abs(x - y) < by
  return (
    near(a.latitude, b.latitude, 1e-4) && near(a.longitude, b.longitude, 1e-4) && near(a.zoom, b.zoom, 0.02)
  )
}
