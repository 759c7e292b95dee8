import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl'
import type { MapTokens } from './tokens.ts'

/** The last zoom the basemap has tiles of. */
const basemapMaxZoom = 7
const nothing = { type: 'FeatureCollection' as const, features: [] }
const naturalEarth = '<a href="https://www.naturalearthdata.com/">Natural Earth</a>'
const geoNames =
  '<a href="https://www.geonames.org/">GeoNames</a> (<a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>)'

/** What pages put on a map; the data is set later. */
export const overlayIds = ['coverage', 'grid', 'cover', 'cells', 'area', 'sketch'] as const
export type OverlayId = (typeof overlayIds)[number]

export function overlaySources(): Record<OverlayId, SourceSpecification> {
  // Cells are rectangles: nothing about them can be simplified.
  const source = (maxzoom: number): SourceSpecification => ({
    type: 'geojson',
    data: nothing,
    tolerance: 0,
    maxzoom,
  })
  return {
    coverage: source(8),
    grid: source(14),
    cover: source(12),
    cells: source(12),
    area: source(16),
    sketch: source(16),
  }
}

/** From the lowest to the highest. `named` also writes the cells' names, which takes a style without fonts of its own. */
export function overlayLayers(
  tokens: MapTokens,
  { named }: { named: boolean },
): readonly LayerSpecification[] {
  const ages = [1, 2, 3, 4].flatMap((step) => [step, tokens[`--age-${step + 1}` as '--age-2']])
  const gridNames: LayerSpecification = {
    id: 'grid-names',
    type: 'symbol',
    source: 'grid',
    filter: ['==', ['geometry-type'], 'Point'],
    layout: { 'text-field': ['get', 'name'], 'text-size': 11, 'text-letter-spacing': 0.08 },
    paint: {
      'text-color': tokens['--soft'],
      'text-opacity': 0.6,
      'text-halo-color': tokens['--map-land'],
      'text-halo-width': 0.6,
    },
  }
  return [
    {
      id: 'coverage',
      type: 'fill',
      source: 'coverage',
      // Close up it would hide what lies below.
      paint: {
        'fill-pattern': 'hatch',
        'fill-opacity': ['interpolate', ['linear'], ['zoom'], 5, 0.65, 11, 0.25],
      },
    },
    {
      id: 'grid',
      type: 'line',
      source: 'grid',
      filter: ['==', ['geometry-type'], 'LineString'],
      paint: { 'line-color': tokens['--map-grid'], 'line-width': 1, 'line-opacity': 0.7 },
    },
    ...(named ? [gridNames] : []),
    {
      id: 'cover',
      type: 'fill',
      source: 'cover',
      paint: {
        'fill-color': tokens['--ink'],
        'fill-opacity': 0.08,
        'fill-outline-color': tokens['--ink'],
      },
    },
    {
      id: 'cells',
      type: 'fill',
      source: 'cells',
      paint: {
        'fill-color': ['match', ['get', 'step'], ...ages, tokens['--age-1']] as unknown as string,
        'fill-outline-color': tokens['--map-land'],
      },
    },
    {
      id: 'cells-pointed',
      type: 'line',
      source: 'cells',
      filter: ['==', ['get', 'geohash'], ''],
      paint: { 'line-color': tokens['--ink'], 'line-width': 1.5 },
    },
    {
      id: 'area',
      type: 'line',
      source: 'area',
      paint: { 'line-color': tokens['--ink'], 'line-width': 2 },
    },
    {
      id: 'sketch',
      type: 'line',
      source: 'sketch',
      filter: ['==', ['geometry-type'], 'LineString'],
      paint: { 'line-color': tokens['--ink'], 'line-width': 2, 'line-dasharray': [2, 1.5] },
    },
    {
      id: 'sketch-corners',
      type: 'circle',
      source: 'sketch',
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': 5,
        'circle-color': tokens['--raised'],
        'circle-stroke-color': tokens['--ink'],
        'circle-stroke-width': 2,
      },
    },
    {
      id: 'cells-selected-halo',
      type: 'line',
      source: 'cells',
      filter: ['==', ['get', 'geohash'], ''],
      paint: { 'line-color': tokens['--raised'], 'line-width': 7 },
    },
    {
      id: 'cells-selected',
      type: 'line',
      source: 'cells',
      filter: ['==', ['get', 'geohash'], ''],
      paint: { 'line-color': tokens['--ink'], 'line-width': 3 },
    },
  ]
}

function baseLayers(tokens: MapTokens): readonly LayerSpecification[] {
  const basemap = { source: 'basemap' } as const
  return [
    { id: 'water', type: 'background', paint: { 'background-color': tokens['--map-water'] } },
    {
      id: 'land',
      type: 'fill',
      ...basemap,
      'source-layer': 'land',
      paint: { 'fill-color': tokens['--map-land'], 'fill-antialias': false },
    },
    {
      id: 'coast',
      type: 'line',
      ...basemap,
      'source-layer': 'coast',
      paint: {
        'line-color': tokens['--map-coast'],
        'line-width': ['interpolate', ['linear'], ['zoom'], 2, 0.5, 8, 1.2],
      },
    },
    {
      id: 'border',
      type: 'line',
      ...basemap,
      'source-layer': 'border',
      paint: {
        'line-color': tokens['--map-border'],
        'line-width': ['interpolate', ['linear'], ['zoom'], 2, 0.6, 8, 1.4],
        'line-dasharray': [4, 2],
      },
    },
  ]
}

/** Cities come in by rank as one comes nearer: the tiles list the largest first. */
function placeLayers(tokens: MapTokens): readonly LayerSpecification[] {
  const shown: LayerSpecification & { type: 'symbol' } = {
    id: 'place',
    type: 'symbol',
    source: 'basemap',
    'source-layer': 'place',
    filter: [
      '<',
      ['get', 'rank'],
      ['step', ['zoom'], 14, 2, 16, 4, 20, 6, 30, 7, 40, 8, 90, 9, 300, 10, 3000],
    ],
    layout: {
      'text-field': ['get', 'name'],
      'text-size': [
        'interpolate',
        ['linear'],
        ['zoom'],
        2,
        ['match', ['get', 'size'], 7, 12, 11],
        9,
        ['match', ['get', 'size'], 7, 20, 6, 18, 5, 16, 4, 13, 12],
      ],
      'symbol-sort-key': ['get', 'rank'],
      'text-padding': 6,
      'text-max-width': 8,
    },
    paint: {
      'text-color': ['match', ['get', 'size'], [6, 7], tokens['--ink'], tokens['--soft']],
      'text-halo-color': tokens['--map-land'],
      'text-halo-width': 1.4,
    },
  }
  return [shown]
}

/** Every layer of our own style, for a look at another time of day. */
export function ownLayers(tokens: MapTokens): readonly LayerSpecification[] {
  return [...baseLayers(tokens), ...overlayLayers(tokens, { named: true }), ...placeLayers(tokens)]
}

/** Our own style: no fonts, no images, no address but ours. */
export function ownStyle(tokens: MapTokens, origin: string): StyleSpecification {
  return {
    version: 8,
    sources: {
      basemap: {
        type: 'vector',
        tiles: [`${origin}/tiles/{z}/{x}/{y}`],
        maxzoom: basemapMaxZoom,
        attribution: `${naturalEarth}, ${geoNames}`,
      },
      ...overlaySources(),
    },
    layers: [...ownLayers(tokens)],
  }
}
