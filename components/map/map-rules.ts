import type { ExpressionSpecification, FilterSpecification } from 'maplibre-gl'
import type { MapRule } from '#lib/domain/map/map-classes'

/** From this zoom on, streets are drawn where the archive has them; below it, the overview of the world. */
export const streetsZoom = 8

/** The filter of a style layer for a rule of the table of classes. */
export function filterOf(
  { where }: MapRule,
  geometry: 'Polygon' | 'LineString' | 'Point',
): FilterSpecification {
  const isOf: ExpressionSpecification = ['==', ['geometry-type'], geometry]
  if (!where) return isOf
  const has = Object.entries(where).map(
    ([name, values]) => ['in', ['get', name], ['literal', values]] as unknown as ExpressionSpecification,
  )
  return ['all', isOf, ['any', ...has]]
}

/** A value that grows with the zoom at the same rate as the width of streets. */
export function growing(...stops: [zoom: number, value: number][]): ExpressionSpecification {
  return [
    'interpolate',
    ['exponential', 1.6],
    ['zoom'],
    ...stops.flat(),
  ] as unknown as ExpressionSpecification
}
