import 'server-only'
import { allCities, type City } from '#lib/adapters/basemap/cities'
import { distanceKm } from './read-place-query.ts'

/** A town that people far away have heard of. */
export const largeTown = 150_000
const maxNearKm = 400

let ofName: ReadonlyMap<string, readonly City[]> | undefined

/** The nearest larger town, which distinguishes towns of the same name. */
export function largerTownNear(town: City): string | undefined {
  const least = Math.max(largeTown, town.population * 2)
  let best: { name: string; km: number } | undefined
  for (const { name, country, population, latitude, longitude } of allCities()) {
    // The largest come first.
    if (population < least) break
    if (country !== town.country || name === town.name) continue
    const km = distanceKm(town, { latitude, longitude })
    if (km <= maxNearKm && (!best || km < best.km)) best = { name, km }
  }
  return best?.name
}

/** A larger town nearby, for a town that is not by far the largest of its name in its country; `undefined` for that one. */
export function distinguishingTown(town: City): string | undefined {
  // The largest come first.
  ofName ??= Map.groupBy(allCities(), nameKey)
  const [largest, second] = ofName.get(nameKey(town)) ?? []
  const isKnown = largest === town && (second?.population ?? 0) * 2 < town.population
  return isKnown ? undefined : largerTownNear(town)
}

function nameKey({ name, country }: City): string {
  return `${country} ${name}`
}
