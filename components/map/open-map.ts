import {
  AttributionControl,
  type LayerSpecification,
  Map as MapLibre,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
  type VectorTileSource,
} from 'maplibre-gl'
import type { CellBounds } from '#lib/domain/geo/geohash'
import type { MapView } from '#lib/domain/map/map-types'
import { leastZoom } from '#lib/domain/map/world-frame'
import { FailedTiles } from './failed-tiles.ts'
import { hideTownsWithin } from './label-layers.ts'
import type { Inset } from './map-types.ts'
import { overlayLayers, overlaySources } from './overlays.ts'
import { ownLayers, ownStyle } from './style.ts'
import { type MapTokens, readTokens } from './tokens.ts'

setWorkerUrl(new URL('maplibre-gl/dist/maplibre-gl-worker.mjs', import.meta.url).toString())

const darkScheme = '(prefers-color-scheme: dark)'
const font = 'system-ui, "Noto Sans", sans-serif'
/** The closest zoom. Cells are a kilometre wide, so a closer view shows nothing more. */
const maxZoom = 17

export type OpenMap = { map: MapLibre; failedTiles: FailedTiles; close: () => void }

/**
 * Opens a map in an element. `data-drawn` of the element is true once its first view is drawn, and `data-ready` while nothing is left to
 * draw.
 *
 * @param styleUrl a MapLibre style instead of our own
 * @throws if the browser has no WebGL
 */
export function openMap(options: {
  element: HTMLElement
  view: MapView
  label: string
  styleUrl: string | undefined
  inset: Inset | undefined
  isWholePage: boolean
  onLoad: () => void
}): OpenMap {
  const { element, view, label, styleUrl, inset, isWholePage } = options
  const map = new MapLibre({
    container: element,
    style: styleUrl ?? ownStyle(readTokens(element), location.origin),
    center: [view.longitude, view.latitude],
    zoom: view.zoom,
    minZoom: leastZoomOf(element, inset),
    maxZoom,
    maxPitch: 0,
    dragRotate: false,
    pitchWithRotate: false,
    // One finger scrolls the page and two move the map, except on a full-page map.
    cooperativeGestures: !isWholePage && matchMedia('(pointer: coarse)').matches,
    fadeDuration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 150,
    localIdeographFontFamily: font,
    attributionControl: false,
    locale: { 'Map.Title': label },
  })
  // Already now: the map counts as loaded when every tile of its first view is there or has failed.
  const failedTiles = new FailedTiles()
  failedTiles.collect(map)
  if (inset) map.jumpTo({ center: [view.longitude, view.latitude], padding: inset })
  map.on('resize', () => map.setMinZoom(leastZoomOf(element, inset)))
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.addControl(new AttributionControl({ compact: false }))
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  map.addControl(new ScaleControl({ unit: 'metric' }), 'bottom-left')

  const say = (ready: boolean) => element.setAttribute('data-ready', String(ready))
  say(false)
  map.on('idle', () => say(true))
  map.on('movestart', () => say(false))
  map.on('dataloading', () => say(false))
  map.on('load', () => {
    element.setAttribute('data-drawn', 'true')
    if (styleUrl) addOverlays(map, readTokens(element))
    options.onLoad()
  })

  map.on('sourcedata', ({ sourceId, sourceDataType }) => {
    const bounds = sourceId === 'streets' && sourceDataType === 'metadata' && boundsOfStreets(map)
    if (bounds) hideTownsWithin(map, bounds)
  })

  const scheme = matchMedia(darkScheme)
  const repaint = () => recolor(map, readTokens(element), styleUrl === undefined)
  scheme.addEventListener('change', repaint)
  return {
    map,
    failedTiles,
    close: () => {
      scheme.removeEventListener('change', repaint)
      map.remove()
    },
  }
}

/** The least zoom at which the world fills the map. A bar at the top does not hide the map but moves its centre down, so its height is added. */
function leastZoomOf({ clientWidth, clientHeight }: HTMLElement, inset: Inset | undefined): number {
  const { left = 0, right = 0, top = 0, bottom = 0 } = inset ?? {}
  return Math.min(
    maxZoom,
    leastZoom({ width: clientWidth - left - right, height: clientHeight + top - bottom }),
  )
}

/** The area in which the archive has streets; `undefined` until it is known, and for a style without such an archive. */
export function boundsOfStreets(map: MapLibre): CellBounds | undefined {
  const [west, south, east, north] = map.getSource<VectorTileSource>('streets')?.bounds?.flat() ?? []
  if (west === undefined || south === undefined || east === undefined || north === undefined) return undefined
  return { west, south, east, north }
}

function addOverlays(map: MapLibre, tokens: MapTokens): void {
  for (const [id, source] of Object.entries(overlaySources())) map.addSource(id, source)
  for (const layer of overlayLayers(tokens)) map.addLayer(layer)
}

function recolor(map: MapLibre, tokens: MapTokens, isOwn: boolean): void {
  // Before the style is loaded there are no layers to recolour.
  if (!map.getLayer('coverage')) return
  const layers: readonly LayerSpecification[] = isOwn ? ownLayers(tokens) : overlayLayers(tokens)
  for (const { id, paint = {} } of layers)
    for (const [name, value] of Object.entries(paint))
      map.setPaintProperty(id, name as Parameters<MapLibre['setPaintProperty']>[1], value)
}
