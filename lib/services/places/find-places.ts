import 'server-only'
import { allCities, type City } from '#lib/adapters/basemap/cities'
import type { Context } from '#lib/adapters/context'
import { countryName } from '#lib/domain/geo/cell-name'
import { geohashLength } from '#lib/domain/geo/geohash'
import { geohashAt } from '#lib/domain/geo/geohash-area'
import { plainName } from '#lib/domain/text/plain-name'
import type { Place, Places } from '#lib/schemas/places'
import { type Landmark, type StreetNames, streetNames } from './landmarks.ts'
import { largerTownNear, largeTown } from './larger-town-near.ts'
import { isKind, withoutCentre } from './place-words.ts'
import { distanceKm, type Qualifier, readingsOf } from './read-place-query.ts'
import { type FoundLandmark, searchLandmarks } from './search-landmarks.ts'
import { townCalled, townsFrom } from './towns.ts'

const maxPlaces = 8
const townCharacters = 5
/** A smaller town is named with a larger one, and comes after the landmarks of its name if it is far from the street map. */
const smallTown = 10_000
/** Places in the list for landmarks whose names begin with the query, even if there are many towns, and for towns if there are many landmarks. */
const leastOfEach = 2
/** The street map writes the name of a town no farther than this from its position in GeoNames. */
const maxCentreKm = 5
const maxQualifierKm = 400
/** `Fiesole, Florence` names a town that is no farther than this from Florence. */
const maxSuburbKm = 25

type Position = { latitude: number; longitude: number }
/** The facts that a qualifier is compared with. */
type Located = Position & { country: string }
type FoundTown = { city: City; isCalled: boolean }
type Found = {
  towns: readonly FoundTown[]
  landmarks: readonly FoundLandmark[]
  /** Set if nothing has all words: the town is one that a part of the query names. */
  isPart?: boolean
}
/** Places of lower ranks come first. */
type Ranked = { rank: number } & ({ city: City } | FoundLandmark)

let countries: ReadonlyMap<string, string> | undefined

/**
 * Towns with at least a thousand inhabitants (GeoNames) whose name starts with the query, and streets, squares and sights of the street
 * map with its words. A country or a town may follow, as in `Paris, France` or `Ponte Vecchio Florence`. Places of the same name and
 * country are distinguished by a town nearby.
 */
export async function findPlaces(args: {
  ctx: Pick<Context, 'env' | 'log'>
  input: { q: string }
}): Promise<Places> {
  const known = await streetNames(args.ctx)
  const named = findNamed(args.input.q, known)
  const middles = townsByMiddle(args.input.q)
  const asTyped: Found = middles.length > 0 ? { towns: middles, landmarks: named.landmarks } : named
  const isFound = asTyped.towns.length + asTyped.landmarks.length > 0
  const found = isFound ? asTyped : findNamed(withoutUmlauts(args.input.q), known)
  const list = shareList(found, known)
  const places = list.map((each) =>
    'city' in each ? townPlace(each.city, list, known) : landmarkPlace(each, list),
  )
  return {
    places,
    ...(found.isPart && { is_part: true }),
    ...(known.around !== undefined && { streets_around: known.around }),
  }
}

/** `Muenchen`, as people without German keys write München. */
function withoutUmlauts(text: string): string {
  return text.replace(/([aou])e/gi, '$1')
}

const landmarkRanks = { exact: 2, begins: 4, has: 6 } as const

function townRank({ city, isCalled }: FoundTown, known: StreetNames): number {
  const isSmall = isSmallAndFar(city, known)
  if (isSmall) return 5
  // Three letters are more often the beginning of a name than one.
  if (isCalled && city.name.length > 3) return 0
  return isCalled || city.population >= largeTown ? 1 : 3
}

/** The best eight places. Among them are some landmarks that are called as the query begins, and some towns, if there are any. */
function shareList({ towns, landmarks }: Found, known: StreetNames): Ranked[] {
  const byRank = (a: Ranked, b: Ranked) => a.rank - b.rank
  const rankedTowns = towns
    .map((town): Ranked => ({ city: town.city, rank: townRank(town, known) }))
    .sort(byRank)
    .slice(0, maxPlaces)
  const rankedLandmarks = landmarks
    .slice(0, maxPlaces)
    .map((each): Ranked => ({ ...each, rank: landmarkRanks[each.fit] }))
  const certain = [
    ...rankedTowns.slice(0, leastOfEach),
    ...rankedLandmarks.slice(0, leastOfEach).filter(({ rank }) => rank < landmarkRanks.has),
  ]
  const all = [...rankedTowns, ...rankedLandmarks].sort(byRank)
  const others = all.filter((each) => !certain.includes(each)).slice(0, maxPlaces - certain.length)
  return all.filter((each) => certain.includes(each) || others.includes(each))
}

function townPlace(city: City, list: readonly Ranked[], known: StreetNames): Place {
  const { name, country, population } = city
  const place = { name, country, population, ...placed(centreOf(city, known)) }
  const same = list.filter((each) => {
    const other = 'city' in each ? each.city : { name: each.name, country: each.landmark.country }
    return other.name === name && other.country === country
  })
  const near = same.length === 1 && population >= smallTown ? undefined : largerTownNear(city)
  return near === undefined ? place : { ...place, near }
}

function landmarkPlace({ landmark, name }: FoundLandmark, list: readonly Ranked[]): Place {
  const { country, near, town } = landmark
  const same = list.filter((each) => 'landmark' in each && each.name === name && each.landmark.near === near)
  return { name, country, population: 0, ...placed(landmark), near: same.length === 1 ? near : town }
}

/** A small town outside the street map. Without one, no town is far from it. */
function isSmallAndFar({ population, latitude, longitude }: City, { bounds }: StreetNames): boolean {
  if (!bounds || population >= smallTown) return false
  const inside = {
    latitude: Math.min(Math.max(latitude, bounds.south), bounds.north),
    longitude: Math.min(Math.max(longitude, bounds.west), bounds.east),
  }
  return distanceKm({ latitude, longitude }, inside) > maxSuburbKm
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
  const names = [plainName(city.name), ...city.otherNames]
  return (
    towns.find(
      (town) => town.names.some((name) => names.includes(name)) && distanceKm(town, city) <= maxCentreKm,
    ) ?? city
  )
}

function findNamed(q: string, { landmarks }: StreetNames): Found {
  const found: Found = { towns: [] as FoundTown[], landmarks: landmarksNamed(q, landmarks) }
  let around: City | undefined
  for (const { name, qualifiers, isGuess } of readingsOf(q)) {
    const understood = qualifiers.map(understand)
    // A landmark that has all the words is more likely than a town that has some, as in `Florence, cathedral`.
    if (understood.includes(undefined) && (isGuess || found.landmarks.length > 0)) continue
    const known = understood.filter((each) => each !== undefined)
    found.towns = townsNamed(name, (place) => known.every((each) => each.fits(place)))
    if (found.towns.length > 0) break
    const town = known.find(({ town }) => town)?.town
    if (town && (!isGuess || town.population >= largeTown || isKind(name))) around ??= town
  }
  // No such town there: it may be a part of the town that was named with it.
  if (found.towns.length + found.landmarks.length === 0 && around)
    return { towns: [{ city: around, isCalled: true }], landmarks: [], isPart: true }
  return found
}

/** The towns whose middle a query names, such as `Central Florence` or `Firenze centro`, unless a town has that whole name. */
function townsByMiddle(q: string): FoundTown[] {
  const [first] = readingsOf(q)
  const name = first && withoutCentre(first.name)
  if (name === undefined || townCalled(first!.name)) return []
  const known = first!.qualifiers.map(understand).filter((each) => each !== undefined)
  return townsNamed(name, (place) => known.every((each) => each.fits(place))).filter(
    ({ city, isCalled }) => isCalled && city.population >= smallTown,
  )
}

/** Landmarks with all words of a query. If there are none, those that match the name before the comma, within the places named after it. */
function landmarksNamed(q: string, landmarks: readonly Landmark[]): FoundLandmark[] {
  const found = searchLandmarks(plainName(q), landmarks)
  const [first] = readingsOf(q)
  if (found.length > 0 || !first || first.qualifiers.length === 0) return found
  const known = first.qualifiers.map((each) => ({ text: each.text, ...understand(each) }))
  const texts = known.filter(({ town }) => town).map(({ text }) => text)
  return searchLandmarks(
    [first.name, ...texts].join(' '),
    landmarks.filter((each) => known.every(({ town, fits }) => town || !fits || fits(each))),
  )
}

function townsNamed(start: string, fits: (place: Located) => boolean): FoundTown[] {
  const { towns, called } = townsFrom(start)
  return towns.filter(fits).map((city) => ({ city, isCalled: called.has(city) }))
}

/** The country or town that a qualifier names; `undefined` if it names neither. */
function understand({
  text,
  isNear,
}: Qualifier): { fits: (place: Located) => boolean; town?: City } | undefined {
  const country = countryNamed(text)
  if (country) return { fits: (place) => place.country === country }
  const town = townCalled(text)
  const limitKm = isNear ? maxQualifierKm : maxSuburbKm
  return town && { town, fits: (place) => place !== town && distanceKm(place, town) <= limitKm }
}

/** The code of a country, from its English name, the beginning of that name, or its code. */
function countryNamed(text: string): string | undefined {
  countries ??= new Map(
    [...new Set(allCities().map(({ country }) => country))].flatMap((code) => [
      [plainName(countryName(code)), code] as const,
      [code.toLowerCase(), code] as const,
    ]),
  )
  const exact = countries.get(otherCountryNames[text] ?? text)
  if (exact !== undefined || text.length < 4) return exact
  return [...countries].find(([name]) => name.startsWith(text))?.[1]
}

/**
 * A town of the United States is often named with its state. The data has no states, so the name of a state means the country. Not
 * those that are also a country or a large town: Georgia, New York, Washington.
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
