import 'server-only'
import { allCities, type City } from '#lib/adapters/basemap/cities'
import type { Context } from '#lib/adapters/context'
import { countryName } from '#lib/domain/geo/cell-name'
import { geohashLength } from '#lib/domain/geo/geohash'
import { geohashAt } from '#lib/domain/geo/geohash-area'
import type { Place } from '#lib/schemas/places'
import { type Landmark, type StreetNames, streetNames } from './landmarks.ts'
import { distanceKm, plain, type Qualifier, readingsOf } from './read-place-query.ts'

const maxPlaces = 8
const townCharacters = 5
/** A town that people far away have heard of. */
const largeTown = 150_000
/** Places in the list for landmarks whose names begin with the query, even if there are many towns. */
const leastLandmarks = 2
const leastLandmarkCharacters = 3
/** The street map writes the name of a town no farther than this from its position in GeoNames. */
const maxCentreKm = 5
const maxNearKm = 400
/** `Fiesole, Florence` names a town that is no farther than this from Florence. */
const maxSuburbKm = 25

type Position = { latitude: number; longitude: number }
/** What a qualifier is compared with. */
type Located = Position & { country: string }
type Found = { towns: readonly City[]; landmarks: readonly Landmark[] }
type NamedTown = { city: City; names: readonly string[] }

let towns: readonly NamedTown[] | undefined
let largest: ReadonlyMap<string, City> | undefined
let countries: ReadonlyMap<string, string> | undefined

/**
 * Towns with at least a thousand inhabitants (GeoNames) whose name starts with the query, largest first, then streets, squares and sights
 * of the street map with its words. A country or a town may follow, as in `Paris, France` or `Ponte Vecchio Florence`. Towns of the
 * same name and country are distinguished by a larger town nearby.
 */
export async function findPlaces(args: {
  ctx: Pick<Context, 'env' | 'log'>
  input: { q: string }
}): Promise<Place[]> {
  const known = await streetNames(args.ctx)
  const { towns, landmarks } = findNamed(args.input.q, known)
  return [
    ...towns.map((city): Place => {
      const { name, country, population } = city
      const place = { name, country, population, ...placed(centreOf(city, known)) }
      const isOne = towns.filter((other) => name === other.name && country === other.country).length === 1
      const near = isOne ? undefined : largerTownNear(city)
      return near === undefined ? place : { ...place, near }
    }),
    ...landmarks.map((landmark): Place => {
      const { name, country, near } = landmark
      return { name, country, population: 0, ...placed(landmark), near }
    }),
  ]
}

function placed(position: Position) {
  const centre = geohashAt(position, geohashLength)
  const round = (degrees: number) => Number(degrees.toFixed(5))
  return {
    geohash: centre.slice(0, townCharacters),
    centre,
    latitude: round(position.latitude),
    longitude: round(position.longitude),
  }
}

/** The middle of a town: where the street map writes its name, which is nearer to it than the position in GeoNames. */
function centreOf(city: City, { towns }: StreetNames): Position {
  const names = [city.name, city.otherName].map(plain)
  return (
    towns.find(
      (town) => town.names.some((name) => names.includes(name)) && distanceKm(town, city) <= maxCentreKm,
    ) ?? city
  )
}

/** What the first reading of the query names that names anything. */
function findNamed(q: string, { landmarks }: StreetNames): Found {
  for (const { name, qualifiers, isGuess } of readingsOf(q)) {
    const understood = qualifiers.map(understand)
    if (isGuess && understood.includes(undefined)) continue
    const known = understood.filter((each) => each !== undefined)
    const fits = (place: Located) => known.every((each) => each.fits(place))
    const found = shareList(name, townsFrom(name, fits), landmarksWith(name, landmarks, fits))
    if (found.towns.length + found.landmarks.length > 0) return found
    // No such town there: it may be a part of the town that was named with it.
    const around = known.find(({ town }) => town)?.town
    if (around && !isGuess) return { towns: [around], landmarks: [] }
  }
  return { towns: [], landmarks: [] }
}

/** Towns first. Landmarks get the rest, and a few places of their own if they are called as the query begins. */
function shareList(start: string, towns: readonly City[], landmarks: readonly Landmark[]): Found {
  const named = landmarks.slice(0, leastLandmarks).filter(({ names }) => startsWith(names, start))
  const shown = towns.slice(0, maxPlaces - named.length)
  return { towns: shown, landmarks: landmarks.slice(0, maxPlaces - shown.length) }
}

/** Landmarks with a word for each word of the query, those that are called so first, and short names before long ones. */
function landmarksWith(
  query: string,
  landmarks: readonly Landmark[],
  fits: (place: Located) => boolean,
): Landmark[] {
  if (query.length < leastLandmarkCharacters) return []
  const words = query.split(' ')
  const hasAll = (name: string) => {
    const parts = name.split(' ')
    return words.every((word) => parts.some((part) => part.startsWith(word)))
  }
  const rank = ({ names }: Landmark) => (names.includes(query) ? 0 : startsWith(names, query) ? 1 : 2)
  return landmarks
    .filter((each) => each.names.some(hasAll) && fits(each))
    .sort((a, b) => rank(a) - rank(b) || a.name.length - b.name.length)
}

function startsWith(names: readonly string[], start: string): boolean {
  return names.some((name) => name.startsWith(start))
}

/** What a qualifier names, a country or a town; `undefined` if it names neither. */
function understand({
  text,
  isNear,
}: Qualifier): { fits: (place: Located) => boolean; town?: City } | undefined {
  const country = countryNamed(text)
  if (country) return { fits: (place) => place.country === country }
  const town = largestNamed().get(text)
  const limitKm = isNear ? maxNearKm : maxSuburbKm
  return town && { town, fits: (place) => place !== town && distanceKm(place, town) <= limitKm }
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
