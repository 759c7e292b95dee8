import {
  AttributionControl,
  type LayerSpecification,
  Map as MapLibre,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl'
import { drawHatch } from './hatch.ts'
import type { MapView } from './map-types.ts'
import { overlayLayers, overlaySources, ownLayers, ownStyle } from './style.ts'
import { type MapTokens, readTokens } from './tokens.ts'

setWorkerUrl(new URL('maplibre-gl/dist/maplibre-gl-worker.mjs', import.meta.url).toString())

const darkScheme = '(prefers-color-scheme: dark)'
const font = 'ui-sans-serif, system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif'
/** The closest a cell of a kilometre need be looked at. */
const maxZoom = 17

export type OpenMap = { map: MapLibre; close: () => void }

/**
 * Opens a map in an element, which says by `data-ready` whether all of it is drawn.
 *
 * @param styleUrl a MapLibre style instead of our own
 * @throws when the browser has no WebGL
 */
export function openMap(options: {
  element: HTMLElement
  view: MapView
  label: string
  styleUrl: string | undefined
  onLoad: () => void
}): OpenMap {
  const { element, view, label, styleUrl } = options
  const map = new MapLibre({
    container: element,
    style: styleUrl ?? ownStyle(readTokens(element), location.origin),
    center: [view.longitude, view.latitude],
    zoom: view.zoom,
    maxZoom,
    maxPitch: 0,
    dragRotate: false,
    pitchWithRotate: false,
    // One finger scrolls the page, two move the map.
    cooperativeGestures: matchMedia('(pointer: coarse)').matches,
    fadeDuration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 150,
    localIdeographFontFamily: font,
    attributionControl: false,
    locale: { 'Map.Title': label },
  })
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
    if (styleUrl) addOverlays(map, readTokens(element))
    map.addImage('hatch', drawHatch(readTokens(element)['--soft']), { pixelRatio: 2 })
    options.onLoad()
  })
  // The pattern is asked for before it can be there.
  map.on('styleimagemissing', () => {})

  const scheme = matchMedia(darkScheme)
  const repaint = () => recolor(map, readTokens(element), styleUrl === undefined)
  scheme.addEventListener('change', repaint)
  return {
    map,
    close: () => {
      scheme.removeEventListener('change', repaint)
      map.remove()
    },
  }
}

function addOverlays(map: MapLibre, tokens: MapTokens): void {
  for (const [id, source] of Object.entries(overlaySources())) map.addSource(id, source)
  for (const layer of overlayLayers(tokens, { named: false })) map.addLayer(layer)
}

function recolor(map: MapLibre, tokens: MapTokens, isOwn: boolean): void {
  // Until it is loaded there is nothing to colour anew.
  if (!map.hasImage('hatch')) return
  const layers: readonly LayerSpecification[] = isOwn
    ? ownLayers(tokens)
    : overlayLayers(tokens, { named: false })
  for (const { id, paint = {} } of layers)
    for (const [name, value] of Object.entries(paint))
      map.setPaintProperty(id, name as Parameters<MapLibre['setPaintProperty']>[1], value)
  map.updateImage('hatch', drawHatch(tokens['--soft']))
}
