import 'server-only'
import { allCities, type City } from '#lib/adapters/basemap/cities'
import { geohashLength } from '#lib/domain/geo/geohash'
import { geohashAt } from '#lib/domain/geo/geohash-area'
import type { Place } from '#lib/schemas/places'

const maxPlaces = 8
const townCharacters = 5
/** A town that people far away have heard of. */
const largeTown = 150_000
const maxNearKm = 400

type Position = { latitude: number; longitude: number }

let cities: readonly { city: ReturnType<typeof allCities>[number]; names: readonly string[] }[] | undefined

/**
 * Towns with at least a thousand inhabitants (GeoNames) whose name starts with the query, largest first. Towns of the same name and country
 * are distinguished by a larger town nearby.
 */
export function findPlaces({ input }: { input: { q: string } }): Place[] {
  const wanted = plain(input.q)
  if (wanted === '') return []
  cities ??= allCities().map((city) => ({
    city,
    names: [city.name, city.otherName].map(plain).filter((name) => name !== ''),
  }))
  const found: Place[] = []
  const positions: City[] = []
  for (const { city, names } of cities) {
    if (!names.some((name) => name.startsWith(wanted))) continue
    const { name, country, population } = city
    const centre = geohashAt(city, geohashLength)
    found.push({ name, country, population, geohash: centre.slice(0, townCharacters), centre })
    positions.push(city)
    if (found.length === maxPlaces) break
  }
  return found.map((place, index) => {
    const isOne =
      found.filter(({ name, country }) => name === place.name && country === place.country).length === 1
    const near = isOne ? undefined : largerTownNear(positions[index]!)
    return near === undefined ? place : { ...place, near }
  })
}

/** The nearest larger town, which distinguishes towns of the same name. */
function largerTownNear(town: City): string | undefined {
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

/** Near enough for a choice: degrees as lengths on a plane. */
function distanceKm(a: Position, b: Position): number {
  const north = (a.latitude - b.latitude) * 111
  const east = (a.longitude - b.longitude) * 111 * Math.cos((a.latitude * Math.PI) / 180)
  return Math.hypot(north, east)
}

/** Removes accents, capitals and punctuation. */
function plain(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
