import type { Area, Ring } from '#lib/domain/geo/area'
import type { CellRun } from '#lib/domain/geo/cell-runs'
import { earthRadiusM } from '#lib/domain/geo/earth'

const degree = Math.PI / 180

/**
 * The size of an area on the sphere, in km²: of a circle the cap, 4πR²·sin²(r/2R); of a polygon its outline without its
 * holes, whose edges are straight in the longitude/latitude plane.
 */
export function areaKm2(area: Area): number {
  const radiusKm = earthRadiusM / 1_000
  if (area.type === 'circle')
    return 4 * Math.PI * radiusKm ** 2 * Math.sin(area.radiusM / earthRadiusM / 2) ** 2
  const [outline, ...holes] = area.rings.map(ringSteradians)
  return radiusKm ** 2 * Math.max(0, outline! - holes.reduce((sum, hole) => sum + hole, 0))
}

/** |∮ sin φ dλ|; along a straight edge that is Δλ · sin((φ₁+φ₂)/2) · sinc((φ₂−φ₁)/2), exactly. */
function ringSteradians({ longitudes, latitudes, encircles }: Ring): number {
  let sum = 0
  for (let index = 1; index < longitudes.length; index++) {
    const width = (longitudes[index]! - longitudes[index - 1]!) * degree
    const half = ((latitudes[index]! - latitudes[index - 1]!) / 2) * degree
    const middle = ((latitudes[index]! + latitudes[index - 1]!) / 2) * degree
    sum += width * Math.sin(middle) * (half === 0 ? 1 : Math.sin(half) / half)
  }
  return encircles === undefined ? Math.abs(sum) : Math.max(0, 2 * Math.PI - Math.abs(sum))
}

export function countCells(runs: readonly CellRun[]): number {
  return runs.reduce((count, [low, high]) => count + high - low + 1, 0)
}
