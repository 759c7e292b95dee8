import type { ExpressionSpecification, FillLayerSpecification, LayerSpecification } from 'maplibre-gl'
import { type MapRule, type StreetClass, streetClasses } from '#lib/domain/map/map-classes'
import { filterOf, growing, streetsZoom } from './map-rules.ts'
import type { MapTokens } from './tokens.ts'

/** The closest tiles of the overview contain every river and region, which appear one after another. */
const isOfZoom: ExpressionSpecification = ['<=', ['get', 'zoom'], ['+', ['zoom'], 1]]

/** Land, water and streets: everything below the layers of a page. */
export function baseLayers(tokens: MapTokens): readonly LayerSpecification[] {
  return [...overviewLayers(tokens), ...areaLayers(tokens), ...lineLayers(tokens)]
}

/** The world, from our own tiles. Where the archive has streets, its land and water cover it from `streetsZoom` on. */
function overviewLayers(tokens: MapTokens): LayerSpecification[] {
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
    // Below lakes, because rivers run on through them.
    {
      id: 'river',
      type: 'line',
      ...basemap,
      'source-layer': 'river',
      filter: isOfZoom,
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        // A thin line in the colour of water would not be seen on dark land.
        'line-color': tokens['--map-coast'],
        'line-width': [
          ...['interpolate', ['linear'], ['zoom']],
          ...[3, 0.4],
          ...[8, ['step', ['get', 'zoom'], 2, 4, 1.5, 7, 1]],
          ...[12, ['step', ['get', 'zoom'], 4, 4, 3, 7, 2]],
        ] as unknown as ExpressionSpecification,
      },
    },
    {
      id: 'lake',
      type: 'fill',
      ...basemap,
      'source-layer': 'water',
      paint: { 'fill-color': tokens['--map-water'], 'fill-antialias': false },
    },
    {
      id: 'region',
      type: 'line',
      ...basemap,
      'source-layer': 'region',
      filter: isOfZoom,
      paint: {
        'line-color': tokens['--map-border'],
        'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.4, 8, 0.9],
        'line-dasharray': [2, 3],
      },
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
    {
      id: 'town-dots',
      type: 'circle',
      ...basemap,
      'source-layer': 'place',
      minzoom: 7,
      // Names cover the dots of their towns.
      paint: {
        'circle-color': tokens['--map-border'],
        'circle-radius': [
          ...['interpolate', ['linear'], ['zoom']],
          ...[7, ['step', ['get', 'size'], 1, 4, 1.5, 5, 2.5]],
          ...[11, ['step', ['get', 'size'], 2.5, 4, 4, 5, 6]],
        ] as unknown as ExpressionSpecification,
      },
    },
  ]
}

/** Woods are large: at the edge of an archive they would end abruptly. */
const appearing: FillLayerSpecification['paint'] = {
  'fill-opacity': ['interpolate', ['linear'], ['zoom'], 10, 0, 12, 1],
}

function areaLayers(tokens: MapTokens): LayerSpecification[] {
  const fill = (name: StreetClass, color: string, minzoom: number, more?: FillLayerSpecification['paint']) =>
    layersOf(name, (rule, id) => ({
      id,
      type: 'fill',
      source: 'streets',
      'source-layer': rule.layer,
      minzoom,
      filter: filterOf(rule, 'Polygon'),
      // Antialiasing would draw a line between the tiles of an area.
      paint: { 'fill-color': color, 'fill-antialias': name === 'building', ...more },
    }))
  return [
    ...fill('earth', tokens['--map-land'], streetsZoom),
    ...fill('green', tokens['--map-green'], 10, appearing),
    ...fill('park', tokens['--map-park'], 10, appearing),
    ...fill('water', tokens['--map-water'], streetsZoom),
    ...line('stream', tokens['--map-water'], 11, growing([11, 0.5], [14, 1.6], [17, 6])),
    ...fill('building', tokens['--map-building'], 13, {
      'fill-outline-color': tokens['--map-building-edge'],
      'fill-opacity': ['interpolate', ['linear'], ['zoom'], 13, 0, 13.6, 1],
    }),
  ]
}

type Street = { name: StreetClass; color: keyof MapTokens; from: number; widths: [number, number][] }

/** From the lowest to the highest. Widths are pixels by zoom. */
const streets: readonly Street[] = [
  {
    name: 'minor',
    color: '--map-street',
    from: 12,
    widths: [
      [12, 0.4],
      [14, 2],
      [17, 9],
    ],
  },
  {
    name: 'medium',
    color: '--map-street',
    from: 9,
    widths: [
      [9, 0.4],
      [12, 1.4],
      [14, 3.2],
      [17, 12],
    ],
  },
  {
    name: 'major',
    color: '--map-major',
    from: 8,
    widths: [
      [8, 0.5],
      [12, 2],
      [14, 4.4],
      [17, 15],
    ],
  },
  {
    name: 'highway',
    color: '--map-major',
    from: 8,
    widths: [
      [8, 0.8],
      [12, 2.6],
      [14, 5],
      [17, 17],
    ],
  },
]

/** All edges are below all streets, so that streets join. */
function lineLayers(tokens: MapTokens): LayerSpecification[] {
  const color = (name: Street['color']) => tokens[name] as string
  return [
    ...line('path', tokens['--map-path'], 14, growing([14, 0.6], [17, 2.4])),
    ...line('rail', tokens['--map-rail'], 10, growing([10, 0.5], [14, 1.2], [17, 2.6]), [5, 3]),
    ...streets.flatMap(({ name, from, widths }) => {
      const edges = widths.map(([zoom, width]): [number, number] => [zoom, width + (zoom < 12 ? 0.8 : 2)])
      return line(name, tokens['--map-casing'], Math.max(from, 11), growing(...edges), undefined, '-edge')
    }),
    ...streets.flatMap(({ name, from, color: token, widths }) =>
      line(name, color(token), from, growing(...widths)),
    ),
  ]
}

function line(
  name: StreetClass,
  color: string,
  minzoom: number,
  width: ReturnType<typeof growing>,
  dash?: [number, number],
  suffix = '',
): LayerSpecification[] {
  return layersOf(name, (rule, id) => ({
    id: `${id}${suffix}`,
    type: 'line',
    source: 'streets',
    'source-layer': rule.layer,
    minzoom,
    filter: filterOf(rule, 'LineString'),
    layout: dash ? {} : { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': color, 'line-width': width, ...(dash && { 'line-dasharray': dash }) },
  }))
}

/** One layer for each rule of a class, because each rule reads another layer of the tiles. */
function layersOf(
  name: StreetClass,
  make: (rule: MapRule, id: string) => LayerSpecification,
): LayerSpecification[] {
  return streetClasses[name].rules.map((rule, index) =>
    make(rule, `street-${name}${index === 0 ? '' : index}`),
  )
}
