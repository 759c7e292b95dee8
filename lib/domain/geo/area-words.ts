import { type Area, hasInside, polygonExtent } from '#lib/domain/geo/area'

/**
 * An area in words, so that a caller notices one that is not meant: `a circle of 500 m around 48.8584° N, 2.2945° E`. The numbers of a circle are
 * those of the caller; a polygon is described by the size and the middle of its bounding box.
 */
export function areaWords(area: Area): string {
  if (area.type === 'circle') return `a circle of ${area.radiusM} m around ${positionWords(area)}`
  const extent = polygonExtent(area)
  if (!extent) return `a polygon around the ${area.rings[0]!.encircles} pole`
  const { widthM, heightM } = extent
  const middle = { latitude: rounded(extent.latitude), longitude: rounded(extent.longitude) }
  const words = `a polygon ${lengthWords(widthM)} wide and ${lengthWords(heightM)} high around ${positionWords(middle)}`
  return hasInside(area) ? words : `${words} (it has no inside, so only its edges count)`
}

function positionWords({ latitude, longitude }: { latitude: number; longitude: number }): string {
  return `${Math.abs(latitude)}° ${latitude < 0 ? 'S' : 'N'}, ${Math.abs(longitude)}° ${longitude < 0 ? 'W' : 'E'}`
}

/** To four decimals, about ten metres. */
function rounded(degrees: number): number {
  return Number(degrees.toFixed(4))
}

function lengthWords(metres: number): string {
  return metres < 999.5 ? `${Math.round(metres)} m` : `${Number((metres / 1_000).toPrecision(3))} km`
}
