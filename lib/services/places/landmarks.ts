import 'server-only'
import type { City } from '#lib/adapters/basemap/cities'
import { citiesNear } from '#lib/adapters/basemap/cities-near'
import { type NamedOnMap, namesInBox } from '#lib/adapters/basemap/names-in-box'
import { kindOf } from '#lib/adapters/basemap/read-shapes'
import { openStreets, type Streets } from '#lib/adapters/basemap/streets'
import { errorText } from '#lib/adapters/chain/error-text'
import type { Context } from '#lib/adapters/context'
import { processValue } from '#lib/adapters/process-value'
import { countryName } from '#lib/domain/geo/cell-name'
import type { CellBounds } from '#lib/domain/geo/geohash'
import { centreOf, isIn } from '#lib/domain/geo/geohash-area'
import { boxOf } from '#lib/domain/map/cell-frame'
import { plainName } from '#lib/domain/text/plain-name'
import { comparable, isLodgingName, kindOfWord, searchText, splitKind } from './place-words.ts'
import { distanceKm } from './read-place-query.ts'

type Position = { latitude: number; longitude: number }
/** A named street, square, building, sight or quarter of the street map. */
export type Landmark = Position & {
  name: string
  /** Its name where it is. */
  localName: string
  /** Its names in all languages of the street map, to compare. */
  names: readonly string[]
  /** The names without the word for the kind. */
  properNames: readonly string[]
  /** The words of these names and the kind, for a search. */
  words: string
  /** Names of the towns around it and of its country, for a search. */
  around: string
  /** In English. */
  kind: string | undefined
  country: string
  /** The largest town near it. */
  near: string
  /** The nearest town. */
  town: string
}
export type StreetNames = {
  bounds: CellBounds | undefined
  landmarks: readonly Landmark[]
  /** The largest town of the street map. */
  around: string | undefined
  /** Towns where the street map writes their names, which is in their middle. */
  towns: readonly (Position & { names: readonly string[] })[]
}

/** An archive of a region or the planet has more tiles. Its names are not searched, because they would not fit in memory. */
const maxTiles = 1_000
const namesZoom = 14
/** Places and sights come before streets, so that a street of the same name is left out. */
const namedLayers = ['places', 'pois', 'landuse', 'buildings', 'roads']
/** Parts of a street that are closer than this count as one street. */
const oneStreetKm = 2
const nearKm = 10
/** A landmark belongs to a town that is this near, and to the largest within `nearKm`. */
const inTownKm = 3
/** A building is the lodging of its name if the street map has that this near. */
const oneBuildingKm = 0.1
const towns = new Set(['city', 'town'])
/** Kinds of places that people search a map for. An archive names shops and restaurants too. */
const sights = new Set(
  'attraction museum gallery monument memorial viewpoint theatre place_of_worship university library hospital townhall marketplace station stadium park garden castle zoo aquarium ruins'.split(
    ' ',
  ),
)
const lodging = new Set('hotel hostel guest_house apartment motel chalet'.split(' '))
const nothing: StreetNames = { bounds: undefined, landmarks: [], around: undefined, towns: [] }
const known = processValue<{ streets: Streets; names: Promise<StreetNames> }>('street names')

/** The names of the street map, read once: about 0.2 s for a city. Without an archive, or while it is out of reach, there are none. */
export async function streetNames(ctx: Pick<Context, 'env' | 'log'>): Promise<StreetNames> {
  try {
    const streets = await openStreets(ctx.env)
    if (!streets) return nothing
    if (known.current?.streets !== streets) known.current = { streets, names: readAll(streets) }
    return await known.current.names
  } catch (error) {
    known.current = undefined
    ctx.log.warn({ error: errorText(error) }, 'no names of streets')
    return nothing
  }
}

async function readAll(streets: Streets): Promise<StreetNames> {
  const zoom = Math.min(namesZoom, streets.maxZoom)
  const { left, top, right, bottom } = boxOf(streets.bounds)
  const count = 2 ** zoom
  if (((right - left) * count + 1) * ((bottom - top) * count + 1) > maxTiles) return nothing
  const named = await namesInBox(streets, { box: { left, top, right, bottom }, zoom, layers: namedLayers })
  return {
    bounds: streets.bounds,
    landmarks: landmarksOf(named),
    around: largestTown(streets.bounds),
    towns: named.filter(isTown).map(({ properties, ...at }) => ({ ...at, names: plainNames(properties) })),
  }
}

/** How far a corner of so small a street map may be from its middle. */
const mapRadiusKm = 50

function largestTown(bounds: CellBounds): string | undefined {
  return citiesNear(centreOf(bounds), mapRadiusKm)
    .filter((city) => isIn(bounds, city))
    .toSorted((a, b) => b.population - a.population)[0]?.name
}

function landmarksOf(named: readonly NamedOnMap[]): Landmark[] {
  const found: Landmark[] = []
  const byName = new Map<string, Landmark[]>()
  const lodgings = Map.groupBy(
    named.filter(({ properties }) => lodging.has(String(properties.tourism ?? properties.kind))),
    ({ properties }) => plainName(String(properties.name)),
  )
  const isLodging = (names: readonly string[], at: Position) =>
    names.some(
      (name) =>
        isLodgingName(name) || lodgings.get(name)?.some((other) => distanceKm(other, at) < oneBuildingKm),
    )
  const texts = new Map<City, string>()
  const townText = (city: City) => {
    const { name, otherNames, country } = city
    const names = [plainName(name), ...otherNames, plainName(countryName(country)), country.toLowerCase()]
    const text = texts.get(city) ?? searchText(names)
    texts.set(city, text)
    return text
  }
  for (const each of named) {
    const { layer, properties, latitude, longitude } = each
    if (isTown(each) || (['pois', 'landuse'].includes(layer) && !isSight(properties))) continue
    const at = { latitude, longitude }
    const names = plainNames(properties)
    const [key] = names
    if (key === undefined || (layer === 'buildings' && isLodging(names, at))) continue
    const same = byName.get(key) ?? []
    if (same.some((other) => distanceKm(other, at) < oneStreetKm)) continue
    const landmark = describe(at, properties, names, townText)
    if (!landmark) continue
    byName.set(key, [...same, landmark])
    found.push(landmark)
  }
  return found
}

/** @param townText the names of a town and of its country, for a search */
function describe(
  at: Position,
  properties: NamedOnMap['properties'],
  names: readonly string[],
  townText: (city: City) => string,
): Landmark | undefined {
  const cities = citiesNear(at, nearKm)
    .map((city) => ({ city, km: distanceKm(city, at) }))
    .filter(({ km }) => km <= nearKm)
    .sort((a, b) => a.km - b.km)
  const largest = cities.reduce((a, b) => (a && a.city.population >= b.city.population ? a : b), cities[0])
  if (!largest) return undefined
  const { name: near, country } = largest.city
  const around = [largest, cities[0]!, ...cities.filter(({ km }) => km <= inTownKm)].map(({ city }) => city)
  const localName = String(properties.name)
  const kind = splitKind(plainName(localName)).kind ?? osmKind(properties)
  return {
    ...at,
    name: String(properties['name:en'] ?? localName),
    localName,
    names: names.map(comparable),
    properNames: names.map((name) => splitKind(name).proper).filter((name) => name !== ''),
    words: searchText(kind === undefined ? names : [...names, kind]),
    around: [...new Set(around)].map(townText).join(''),
    kind,
    country,
    near,
    town: cities[0]!.city.name,
  }
}

/** Names without accents, capitals and punctuation: the English one, the local one, and those in other languages. */
function plainNames(properties: NamedOnMap['properties']): string[] {
  const others = Object.keys(properties).filter((key) => key.startsWith('name:'))
  const names = ['name:en', 'name', ...others].map((key) => plainName(String(properties[key] ?? '')))
  return [...new Set(names)].filter((name) => name !== '')
}

function isTown({ layer, properties }: NamedOnMap): boolean {
  return layer === 'places' && towns.has(kindOf(properties))
}

/** True for kinds of places that people search a map for. */
export function isSight(properties: Readonly<Record<string, unknown>>): boolean {
  return kindsIn(properties).some((kind) => sights.has(kind))
}

/** The kind of a sight in English, if it is among those that a name can have. */
function osmKind(properties: Record<string, unknown>): string | undefined {
  const kinds = kindsIn(properties)
  return kinds.includes('place_of_worship') && properties.religion === 'christian'
    ? 'church'
    : kinds.map(kindOfWord).find((kind) => kind !== undefined)
}

function kindsIn({
  kind,
  tourism,
  amenity,
  leisure,
  historic,
  railway,
}: Readonly<Record<string, unknown>>): string[] {
  return [kind, tourism, amenity, leisure, historic, railway].map(String)
}
