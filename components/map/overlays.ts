import type { ExpressionSpecification, LayerSpecification, SourceSpecification } from 'maplibre-gl'
import { ageSteps } from './age-ramp.ts'
import { edgesUntilZoom } from './coverage-look.ts'
import type { MapTokens } from './tokens.ts'

// The sources and layers that pages add to a map.

const nothing = { type: 'FeatureCollection' as const, features: [] }

/** The sources that pages add to a map; their data is set later. */
const overlayIds = ['coverage', 'cover', 'cells', 'area', 'sketch'] as const
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
    cover: source(12),
    cells: source(12),
    area: source(16),
    sketch: source(16),
  }
}

/** A style expression that interpolates a value between two zooms. */
function between(from: [zoom: number, value: number], to: [zoom: number, value: number]) {
  return ['interpolate', ['linear'], ['zoom'], ...from, ...to] as unknown as ExpressionSpecification
}

/** Newest first, one value for each step of age. */
function byStep<Value>(values: readonly Value[]): ExpressionSpecification {
  const cases = values.flatMap((value, step) => (step === 0 ? [] : [step, value]))
  return ['match', ['get', 'step'], ...cases, values[0]] as unknown as ExpressionSpecification
}

const isPoint: ExpressionSpecification = ['==', ['geometry-type'], 'Point']
const isShape: ExpressionSpecification = ['!=', ['geometry-type'], 'Point']
const isSmallest: ExpressionSpecification = ['==', ['length', ['get', 'geohash']], 6]
const none: ExpressionSpecification = ['==', ['get', 'geohash'], '']

/** The opacity of points, and the zoom from which there are none. */
type Fade = { opacity: ExpressionSpecification; until: number }

/**
 * A point with light around it for each cell while cells are too small to be seen, fading out between two zooms.
 *
 * @param points if points stay longer than their light
 */
function glow(
  id: 'coverage' | 'cells',
  look: {
    color: string | ExpressionSpecification
    light: string | ExpressionSpecification
    /** The outline of each point, which keeps it visible where the light of several points overlaps. */
    edge: string
  },
  [from, until]: [number, number],
  points: Fade = { opacity: between([from, 1], [until, 0]), until },
): LayerSpecification[] {
  const { color, light, edge } = look
  const layer = { type: 'circle' as const, source: id, filter: isPoint }
  return [
    {
      id: `${id}-glow`,
      ...layer,
      maxzoom: until,
      paint: {
        'circle-radius': between([0, 16], [until, 34]),
        'circle-blur': 1,
        'circle-color': light,
        'circle-opacity': between([from, 0.7], [until, 0]),
      },
    },
    {
      id: `${id}-points`,
      ...layer,
      maxzoom: points.until,
      paint: {
        'circle-radius': between([0, 3.5], [until, 7]),
        'circle-color': color,
        'circle-opacity': points.opacity,
        'circle-stroke-color': edge,
        'circle-stroke-width': 1,
        'circle-stroke-opacity': points.opacity,
      },
    },
  ]
}

/** Cells with captures at any time: points of light at far zooms, outlined squares at closer ones. */
function coverageLayers(tokens: MapTokens): LayerSpecification[] {
  const color = tokens['--age-1']
  return [
    {
      id: 'coverage',
      type: 'fill',
      source: 'coverage',
      filter: isShape,
      // None at a close zoom, where a square is larger than the map and would tint all of it.
      paint: {
        'fill-color': color,
        // It would draw the edge that two squares share twice, as a line.
        'fill-antialias': false,
        'fill-opacity': ['interpolate', ['linear'], ['zoom'], 4, 0, 6.5, 0.22, 9, 0.14, 11.5, 0],
      },
    },
    {
      id: 'coverage-edge',
      type: 'line',
      source: 'coverage',
      filter: isShape,
      paint: {
        'line-color': tokens['--link'],
        'line-width': between([6, 1], [10, 1.5]),
        // Inside the square, so that neighbours have two lines between them and each is seen as a square.
        'line-offset': between([5, 0], [10, 3]),
        // Closer than that a square is larger than the map, and its edges would look like streets.
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 4, 0, 6.5, 0.85, 11, 0.85, edgesUntilZoom, 0],
      },
    },
    ...glow('coverage', { color, light: tokens['--lichen'], edge: tokens['--map-land'] }, [4.5, 7]),
  ]
}

/** A cell of six characters is eight pixels wide at zoom 9, and twice as wide at each further zoom. */
const smallestUntilZoom = 10.5
/** A larger cell is seen at closer zooms, where a point in it would read as a position. */
const cellPoints: Fade = {
  opacity: [
    'interpolate',
    ['linear'],
    ['zoom'],
    ...[7, 1],
    ...[9, ['case', isSmallest, 1, 0]],
    ...[smallestUntilZoom, 0],
  ] as unknown as ExpressionSpecification,
  until: smallestUntilZoom,
}

/** The cells of an answer, the newest brightest. */
function cellLayers(tokens: MapTokens): LayerSpecification[] {
  const colors = ageSteps.map((_, step) => tokens[`--age-${step + 1}` as '--age-1'])
  const color = byStep(colors)
  const appears = (opacity: number) => between([10.5, 0], [12, opacity])
  return [
    {
      id: 'cells',
      type: 'fill',
      source: 'cells',
      filter: isShape,
      paint: {
        'fill-color': color,
        // A cell of a kilometre is a point at a far zoom: of a few pixels, neighbours would run into a dark patch. A larger cell would
        // hide the map.
        'fill-opacity': [
          'interpolate',
          ['linear'],
          ['zoom'],
          ...[9, ['case', isSmallest, 0, 0.35]],
          ...[smallestUntilZoom, ['case', isSmallest, 0.7, 0.35]],
          ...[13, ['case', isSmallest, 0.42, 0.35]],
        ] as unknown as ExpressionSpecification,
      },
    },
    {
      id: 'cells-halo',
      type: 'line',
      source: 'cells',
      filter: ['all', isShape, ['<', ['get', 'step'], 2]],
      minzoom: 10.5,
      paint: { 'line-color': color, 'line-width': 14, 'line-blur': 14, 'line-opacity': appears(0.6) },
    },
    {
      id: 'cells-edge',
      type: 'line',
      source: 'cells',
      filter: isShape,
      // Ten thousand outlines take seconds to prepare. At zooms where outlines are visible, far fewer are in view.
      minzoom: 10.5,
      paint: { 'line-color': color, 'line-width': 1.5, 'line-opacity': appears(0.95) },
    },
    ...glow('cells', { color, light: color, edge: tokens['--map-land'] }, [7, 9], cellPoints),
  ]
}

/** From the lowest to the highest. */
export function overlayLayers(tokens: MapTokens): readonly LayerSpecification[] {
  const ink = tokens['--ink']
  return [
    ...coverageLayers(tokens),
    ...cellLayers(tokens),
    {
      id: 'cover-casing',
      type: 'line',
      source: 'cover',
      layout: { 'line-join': 'round' },
      paint: { 'line-color': tokens['--raised'], 'line-width': 5, 'line-opacity': 0.6 },
    },
    {
      id: 'cover',
      type: 'line',
      source: 'cover',
      layout: { 'line-join': 'round' },
      paint: { 'line-color': ink, 'line-width': 1.5 },
    },
    {
      id: 'cells-pointed',
      type: 'line',
      source: 'cells',
      filter: none,
      paint: { 'line-color': ink, 'line-width': 1.5 },
    },
    {
      id: 'area',
      type: 'line',
      source: 'area',
      paint: { 'line-color': ink, 'line-width': 2, 'line-dasharray': [2, 1.6] },
    },
    {
      id: 'sketch-fill',
      type: 'fill',
      source: 'sketch',
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': ink, 'fill-opacity': 0.08 },
    },
    {
      id: 'sketch',
      type: 'line',
      source: 'sketch',
      filter: isShape,
      paint: { 'line-color': ink, 'line-width': 2, 'line-dasharray': [2, 1.5] },
    },
    {
      id: 'sketch-corners',
      type: 'circle',
      source: 'sketch',
      filter: isPoint,
      paint: {
        'circle-radius': 6,
        'circle-color': tokens['--raised'],
        'circle-stroke-color': ink,
        'circle-stroke-width': 2,
      },
    },
    {
      id: 'cells-selected-halo',
      type: 'line',
      source: 'cells',
      filter: none,
      paint: { 'line-color': tokens['--raised'], 'line-width': 7 },
    },
    {
      id: 'cells-selected',
      type: 'line',
      source: 'cells',
      filter: none,
      paint: { 'line-color': ink, 'line-width': 3 },
    },
  ]
}
