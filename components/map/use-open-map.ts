import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { wrapLongitude } from '#lib/domain/map/geometry'
import type { MapView } from '#lib/domain/map/map-types'
import type { FailedTiles } from './failed-tiles.ts'
import { wrappedBoundsOf } from './map-bounds.ts'
import type { MapProps } from './map-types.ts'
import { openMap } from './open-map.ts'
import type { OverlayId } from './overlays.ts'

type State = { map?: MapLibre; failedTiles?: FailedTiles; failed?: boolean }

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
    told.current = viewOf(map)
    onView?.(told.current, wrappedBoundsOf(map))
  })
  const begin = useEffectEvent(() => {
    told.current = view
    return { view, label, inset, isWholePage }
  })
  const tellFirst = useEffectEvent((map: MapLibre) => {
    // A place chosen while the map was loading is where it goes next. Its first view would replace that choice.
    if (isSame(view, told.current)) tell(map)
  })
  const moveTo = useEffectEvent((map: MapLibre, wanted: MapView) => {
    told.current = wanted
    // Without animation if the reader prefers reduced motion.
    const center: [number, number] = [wanted.longitude, wanted.latitude]
    map.easeTo({ center, zoom: wanted.zoom, duration: 400, ...(inset && { padding: inset }) })
  })

  useEffect(() => {
    const onLoad = () => {
      setState({ map: opened.map, failedTiles: opened.failedTiles })
      opened.map.on('moveend', () => tell(opened.map))
      tellFirst(opened.map)
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
    if (map && !isSame(wanted, told.current)) moveTo(map, wanted)
  }, [state, latitude, longitude, zoom])
  useEffect(() => {
    const { map } = state
    if (!map || !inset) return
    // Setting the padding stops a movement, so it waits for the end of one.
    if (map.isMoving()) map.once('moveend', () => map.setPadding(inset))
    else map.setPadding(inset)
  }, [state, inset])
  useEffect(() => state.map?.getCanvas().setAttribute('aria-label', label), [state, label])
  return state
}

/** Replaces what a source shows. */
export function setShapes(map: MapLibre, id: OverlayId, shapes: GeoJSON.FeatureCollection): void {
  map.getSource<GeoJSONSource>(id)?.setData(shapes)
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
