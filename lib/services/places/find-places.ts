import 'server-only'
import { allCities, type City } from '#lib/adapters/basemap/cities'
import { countryName } from '#lib/domain/geo/cell-name'
import { geohashLength } from '#lib/domain/geo/geohash'
import { geohashAt } from '#lib/domain/geo/geohash-area'
import type { Place } from '#lib/schemas/places'
import { plain, type Qualifier, readingsOf } from './read-place-query.ts'

const maxPlaces = 8
const townCharacters = 5
/** A town that people far away have heard of. */
const largeTown = 150_000
const maxNearKm = 400
/** `Fiesole, Florence` names a town that is no farther than this from Florence. */
const maxSuburbKm = 25

type Position = { latitude: number; longitude: number }
type NamedTown = { city: City; names: readonly string[] }

let towns: readonly NamedTown[] | undefined
let largest: ReadonlyMap<string, City> | undefined
let countries: ReadonlyMap<string, string> | undefined

/**
 * Towns with at least a thousand inhabitants (GeoNames) whose name starts with the query, largest first. A country or another town may
 * follow, as in `Paris, France` or `Berlin Germany`. Towns of the same name and country are distinguished by a larger town nearby.
 */
export function findPlaces({ input }: { input: { q: string } }): Place[] {
  const found = findTowns(input.q)
  const places = found.map((city): Place => {
    const { name, country, population } = city
    const centre = geohashAt(city, geohashLength)
    return { name, country, population, geohash: centre.slice(0, townCharacters), centre }
  })
  return places.map((place, index) => {
    const isOne =
      found.filter(({ name, country }) => name === place.name && country === place.country).length === 1
    const near = isOne ? undefined : largerTownNear(found[index]!)
    return near === undefined ? place : { ...place, near }
  })
}

/** The towns of the first reading of the query that has any. */
function findTowns(q: string): City[] {
  for (const { name, qualifiers, isGuess } of readingsOf(q)) {
    const understood = qualifiers.map(understand)
    if (isGuess && understood.includes(undefined)) continue
    const known = understood.filter((each) => each !== undefined)
    const found = townsFrom(name, (city) => known.every(({ fits }) => fits(city)))
    if (found.length > 0) return found
    // No such town there: it may be a part of the town that was named with it.
    const around = known.find(({ town }) => town)?.town
    if (around && !isGuess) return [around]
  }
  return []
}

/** What a qualifier names, a country or a town; `undefined` if it names neither. */
function understand({ text, isNear }: Qualifier): { fits: (city: City) => boolean; town?: City } | undefined {
  const country = countryNamed(text)
  if (country) return { fits: (city) => city.country === country }
  const town = largestNamed().get(text)
  const limitKm = isNear ? maxNearKm : maxSuburbKm
  return town && { town, fits: (city) => city !== town && distanceKm(city, town) <= limitKm }
}

/** The largest towns whose name starts with this. */
function townsFrom(start: string, fits: (city: City) => boolean): City[] {
  const found: City[] = []
  for (const { city, names } of namedTowns()) {
    if (names.some((name) => name.startsWith(start)) && fits(city)) found.push(city)
    if (found.length === maxPlaces) break
  }
  return found
}

/** Towns with their names without accents, capitals and punctuation, largest first. */
function namedTowns(): readonly NamedTown[] {
  towns ??= allCities().map((city) => ({
    city,
    names: [city.name, city.otherName].map(plain).filter((name) => name !== ''),
  }))
  return towns
}

/** The largest town of each name. */
function largestNamed(): ReadonlyMap<string, City> {
  largest ??= new Map(
    namedTowns()
      .flatMap(({ city, names }) => names.map((name) => [name, city] as const))
      .reverse(),
  )
  return largest
}

/** The code of a country, from its English name, the beginning of that name, or its code. */
function countryNamed(text: string): string | undefined {
  countries ??= new Map(
    [...new Set(allCities().map(({ country }) => country))].flatMap((code) => [
      [plain(countryName(code)), code] as const,
      [code.toLowerCase(), code] as const,
    ]),
  )
  const exact = countries.get(otherCountryNames[text] ?? text)
  if (exact !== undefined || text.length < 4) return exact
  return [...countries].find(([name]) => name.startsWith(text))?.[1]
}

/**
 * A town of the United States is often named with its state. The data has no states, so a state stands for the country. Not those that
 * are also a country or a large town: Georgia, New York, Washington.
 */
const americanStates = (
  'alabama, alaska, arizona, arkansas, california, colorado, connecticut, delaware, ' +
  'florida, hawaii, idaho, illinois, indiana, iowa, kansas, kentucky, louisiana, maine, ' +
  'maryland, massachusetts, michigan, minnesota, mississippi, missouri, montana, ' +
  'nebraska, nevada, new hampshire, new jersey, new mexico, north carolina, north dakota, ' +
  'ohio, oklahoma, oregon, pennsylvania, rhode island, south carolina, south dakota, ' +
  'tennessee, texas, utah, vermont, virginia, west virginia, wisconsin, wyoming'
).split(', ')
const otherCountryNames: Record<string, string> = {
  ...Object.fromEntries(americanStates.map((name) => [name, 'us'])),
  usa: 'us',
  uk: 'gb',
  england: 'gb',
  scotland: 'gb',
  wales: 'gb',
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
