import 'server-only'
import { allCities } from '#lib/adapters/basemap/cities'
import { geohashAt } from '#lib/domain/geohash-area'
import type { Place } from '#lib/schemas/places'

const maxPlaces = 8
const shownCharacters = 5

let kept: readonly { city: ReturnType<typeof allCities>[number]; names: readonly string[] }[] | undefined

/** Towns of a thousand people and more (GeoNames) whose name begins so, the largest first. */
export function findPlaces({ input }: { input: { q: string } }): Place[] {
  const wanted = plain(input.q)
  if (wanted === '') return []
  kept ??= allCities().map((city) => ({
    city,
    names: [city.name, city.otherName].map(plain).filter((name) => name !== ''),
  }))
  const found: Place[] = []
  for (const { city, names } of kept) {
    if (!names.some((name) => name.startsWith(wanted))) continue
    const { name, country, population } = city
    found.push({ name, country, population, geohash: geohashAt(city, shownCharacters) })
    if (found.length === maxPlaces) break
  }
  return found
}

/** Without accents, capitals and punctuation: as people type. */
function plain(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
