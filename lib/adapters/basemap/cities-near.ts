import 'server-only'
import { allCities, type City } from '#lib/adapters/basemap/cities'

let byDegree: ReadonlyMap<string, readonly City[]> | undefined

/** Cities within about `km` of a position, and some beyond: all cities of every square degree within that distance. */
export function citiesNear(position: { latitude: number; longitude: number }, km: number): City[] {
  byDegree ??= Map.groupBy(allCities(), ({ latitude, longitude }) => keyOf(latitude, longitude))
  const { latitude, longitude } = position
  const rows = km / 111
  const columns = Math.min(180, rows / Math.max(0.01, Math.cos((latitude * Math.PI) / 180)))
  const found: City[] = []
  for (let row = Math.floor(latitude - rows); row <= latitude + rows; row++)
    for (let column = Math.floor(longitude - columns); column <= longitude + columns; column++)
      found.push(...(byDegree.get(keyOf(row, ((column + 540) % 360) - 180)) ?? []))
  return found
}

function keyOf(latitude: number, longitude: number): string {
  return `${Math.floor(latitude)} ${Math.floor(longitude)}`
}
