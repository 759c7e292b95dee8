import type {
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  Map as MapLibre,
} from 'maplibre-gl'
import type { CellBounds } from '#lib/domain/geo/geohash'
import { rectangle } from '#lib/domain/map/geometry'
import { streetsZoom } from './map-rules.ts'
import type { MapTokens } from './tokens.ts'

const name = ['coalesce', ['get', 'name:en'], ['get', 'name']] as unknown as ExpressionSpecification
/** The kind of a place: in the current schema of archives, otherwise in that of 2023. */
const kind = [
  'coalesce',
  ['get', 'kind_detail'],
  ['get', 'place'],
  ['get', 'kind'],
] as unknown as ExpressionSpecification
const isNamed: ExpressionSpecification = ['has', 'name']
const anyOf = (value: ExpressionSpecification, values: readonly string[]) =>
  ['in', value, ['literal', values]] as unknown as ExpressionSpecification
const byKind =
  <Value>(...cases: [kinds: string[], value: Value][]) =>
  (otherwise: Value) =>
    ['match', kind, ...cases.flat(), otherwise] as unknown as ExpressionSpecification

const sights = ['museum', 'attraction', 'monument', 'memorial', 'theatre']

/** Names, above everything else. Browsers draw them with the font of the page, so no fonts are requested. */
export function labelLayers(tokens: MapTokens): readonly LayerSpecification[] {
  const layers = [
    ...streetLabels(tokens),
    ...placeLabels(tokens),
    overviewRivers(tokens),
    overviewLabels(tokens),
  ]
  return layers.map((layer) => {
    if (layer.type !== 'symbol') return layer
    const size = scaled(layer.layout?.['text-size'] as TextSize, tokens.textScale)
    return { ...layer, layout: { ...layer.layout, 'text-size': size } } as LayerSpecification
  })
}

/** A size in pixels, or an `interpolate` expression over the zoom: its first three members, then pairs of a zoom and a size. */
type TextSize = number | unknown[]

/** A text size that grows with the text of the page. An interpolation must stay the outermost expression. */
function scaled(size: TextSize, scale: number): TextSize {
  if (typeof size === 'number') return size * scale
  return size.map((part, index) => {
    if (index < 3 || index % 2 === 1) return part
    return typeof part === 'number' ? part * scale : ['*', scale, part]
  })
}

function fontOf(tokens: MapTokens, weight: 'Medium' | 'SemiBold' | 'Medium Italic'): string[] {
  // The map library reads the weight from the first name, which is not the name of any font.
  return [`Map ${weight}`, ...tokens.fonts]
}

/** Wide enough to fill the gaps between letters, so that the outline of a cell below a name does not cross it. */
function haloOf(tokens: MapTokens, width = 2) {
  return { 'text-halo-color': tokens['--map-land'], 'text-halo-width': width }
}

/** Near the most that the map library draws: a quarter of the size of the text. */
const placeHalo = 2.8

/** Ponds and fountains have names too, which are shown only at a close zoom. */
const isLarge: ExpressionSpecification = [
  'any',
  ['>=', ['zoom'], 15.5],
  anyOf(['get', 'water'], ['river', 'lake', 'reservoir']),
  anyOf(['get', 'kind'], ['lake', 'ocean', 'sea', 'bay', 'strait', 'fjord', 'river']),
]

function streetLabels(tokens: MapTokens): LayerSpecification[] {
  const along = { 'symbol-placement': 'line', 'text-field': name, 'symbol-spacing': 320 } as const
  const notable: FilterSpecification = [
    'all',
    isNamed,
    [
      'any',
      anyOf(['get', 'railway'], ['station']),
      anyOf(['get', 'kind'], ['station', 'stadium', 'university']),
      ['all', ['>=', ['zoom'], 15.3], anyOf(['get', 'tourism'], sights)],
      ['all', ['>=', ['zoom'], 15.3], anyOf(['get', 'kind'], sights)],
    ],
  ]
  const waterPaint = {
    'text-color': tokens['--map-water-label'],
    'text-halo-color': tokens['--map-water'],
    'text-halo-width': 1.2,
  }
  return [
    {
      id: 'street-names',
      type: 'symbol',
      source: 'streets',
      'source-layer': 'roads',
      minzoom: 14,
      filter: ['all', isNamed, ['!', anyOf(['get', 'kind'], ['rail', 'ferry'])]],
      layout: {
        ...along,
        'text-font': fontOf(tokens, 'Medium'),
        'text-size': ['interpolate', ['linear'], ['zoom'], 14, 10.5, 17, 13],
      },
      paint: { 'text-color': tokens['--map-label'], ...haloOf(tokens) },
    },
    {
      id: 'river-names',
      type: 'symbol',
      source: 'streets',
      'source-layer': 'water',
      minzoom: 12,
      filter: ['all', isNamed, ['==', ['geometry-type'], 'LineString']],
      layout: {
        ...along,
        'text-font': fontOf(tokens, 'Medium Italic'),
        'text-size': 12,
        'text-letter-spacing': 0.06,
      },
      paint: waterPaint,
    },
    {
      id: 'lake-names',
      type: 'symbol',
      source: 'streets',
      'source-layer': 'water',
      minzoom: 11,
      filter: ['all', isNamed, ['!=', ['geometry-type'], 'LineString'], isLarge],
      layout: {
        'text-field': name,
        'text-font': fontOf(tokens, 'Medium Italic'),
        'text-size': 12,
        'text-max-width': 7,
      },
      paint: waterPaint,
    },
    {
      id: 'landmark-names',
      type: 'symbol',
      source: 'streets',
      'source-layer': 'pois',
      minzoom: 13.5,
      filter: notable,
      layout: {
        'text-field': name,
        'text-font': fontOf(tokens, 'Medium'),
        'text-size': 11,
        'text-max-width': 8,
        'text-padding': 12,
      },
      paint: { 'text-color': tokens['--map-label'], ...haloOf(tokens) },
    },
  ]
}

const isTown: ExpressionSpecification[] = [
  isNamed,
  anyOf(kind, ['city', 'town', 'village']),
  ['any', ['>=', ['zoom'], 11], ['!', anyOf(kind, ['village'])]],
]

/** Towns and their quarters, from the archive. */
function placeLabels(tokens: MapTokens): LayerSpecification[] {
  const quarters = [
    'borough',
    'suburb',
    'quarter',
    'neighbourhood',
    'macrohood',
    'hamlet',
    'square',
    'locality',
  ]
  const layer = { type: 'symbol', source: 'streets', 'source-layer': 'places' } as const
  return [
    {
      id: 'quarter-names',
      ...layer,
      minzoom: 12,
      filter: [
        'all',
        isNamed,
        anyOf(kind, quarters),
        ['any', ['>=', ['zoom'], 14.5], ['!', anyOf(kind, ['hamlet', 'square', 'locality'])]],
      ],
      layout: {
        'text-field': name,
        'text-font': fontOf(tokens, 'SemiBold'),
        'text-size': ['interpolate', ['linear'], ['zoom'], 12, 11, 16, 14],
        'text-max-width': 8,
        'text-padding': 8,
        'symbol-sort-key': byKind<number>(
          [['borough', 'suburb', 'quarter'], 0],
          [['neighbourhood', 'macrohood'], 1],
        )(2),
      },
      paint: { 'text-color': tokens['--map-place'], ...haloOf(tokens, placeHalo) },
    },
    {
      id: 'town-names',
      ...layer,
      minzoom: streetsZoom + 1,
      maxzoom: 15.5,
      filter: ['all', ...isTown],
      layout: {
        'text-field': name,
        'text-font': fontOf(tokens, 'SemiBold'),
        'text-size': [
          'interpolate',
          ['linear'],
          ['zoom'],
          9,
          byKind<number>([['city'], 15], [['town'], 12])(10.5),
          15,
          byKind<number>([['city'], 24], [['town'], 17])(14),
        ] as unknown as ExpressionSpecification,
        'text-max-width': 8,
        'text-padding': 8,
        'symbol-sort-key': byKind<number>([['city'], 0], [['town'], 1])(2),
      },
      paint: { 'text-color': tokens['--map-place'], ...haloOf(tokens, placeHalo) },
    },
  ]
}

/** Up to the zoom from which the archive names its rivers: so close, the overview shows a river some hundred metres off. */
function overviewRivers(tokens: MapTokens): LayerSpecification {
  return {
    id: 'overview-river-names',
    type: 'symbol',
    source: 'basemap',
    'source-layer': 'river',
    minzoom: 7,
    maxzoom: 12,
    filter: ['all', isNamed, ['<=', ['get', 'zoom'], ['zoom']]],
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 400,
      'text-field': ['get', 'name'],
      'text-font': fontOf(tokens, 'Medium Italic'),
      'text-size': 11.5,
      'text-letter-spacing': 0.06,
    },
    paint: { 'text-color': tokens['--map-water-label'], ...haloOf(tokens) },
  }
}

const overviewPlaces = 'place'

/** More cities appear at closer zooms, by rank: the tiles list the largest first. */
function overviewLabels(tokens: MapTokens): LayerSpecification {
  return {
    id: overviewPlaces,
    type: 'symbol',
    source: 'basemap',
    'source-layer': 'place',
    filter: byRank,
    layout: {
      'text-field': ['get', 'name'],
      'text-font': fontOf(tokens, 'SemiBold'),
      'text-size': [
        'interpolate',
        ['linear'],
        ['zoom'],
        2,
        ['match', ['get', 'size'], 7, 12, 11],
        9,
        ['match', ['get', 'size'], 7, 20, 6, 18, 5, 16, 4, 13, 12],
      ],
      // At far zooms a town is a point of light, which its name must not cover.
      'text-offset': [
        'interpolate',
        ['linear'],
        ['zoom'],
        5,
        ['literal', [0, -1.3]],
        7.5,
        ['literal', [0, 0]],
      ],
      'symbol-sort-key': ['get', 'rank'],
      'text-padding': 6,
      'text-max-width': 8,
    },
    paint: {
      'text-color': ['match', ['get', 'size'], [6, 7], tokens['--map-place'], tokens['--map-label']],
      ...haloOf(tokens, placeHalo),
    },
  }
}

const byRank: ExpressionSpecification = [
  '<',
  ['get', 'rank'],
  ['step', ['zoom'], 14, 2, 16, 4, 20, 6, 30, 7, 40, 8, 90, 9, 300, 10, 3000],
]

/** Hides the overview's town names where the archive has streets, so that no name is drawn twice. */
export function hideTownsWithin(map: MapLibre, bounds: CellBounds): void {
  const box = { type: 'Polygon', coordinates: [rectangle(bounds)] }
  map.setFilter(overviewPlaces, [
    'all',
    byRank,
    ['any', ['<', ['zoom'], streetsZoom + 1], ['!', ['within', box]]],
  ] as unknown as FilterSpecification)
}

/** The zooms at which the name of a town would cover whole cells. Farther away cells are points, closer ones are larger than names. */
const coveringZooms = { from: 10.5, until: 14 }

/** Hides the names of towns on cells, which are more important than a name. @param boxes the cells, with room for half a name */
export function hideTownsOn(map: MapLibre, boxes: readonly CellBounds[]): void {
  // A style from the settings has layers of its own.
  if (!map.getLayer('town-names')) return
  const on = { type: 'MultiPolygon', coordinates: boxes.map((box) => [rectangle(box)]) }
  const isFree = [
    'step',
    ['zoom'],
    true,
    coveringZooms.from,
    ['!', ['within', on]],
    coveringZooms.until,
    true,
  ]
  map.setFilter('town-names', [
    'all',
    ...isTown,
    ...(boxes.length === 0 ? [] : [isFree]),
  ] as unknown as FilterSpecification)
}
