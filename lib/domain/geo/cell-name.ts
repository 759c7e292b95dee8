import { cellDistance, distanceFrom } from './cell-distance.ts'
import type { CellBounds } from './geohash.ts'
import { geohashAt, geohashBounds, isIn } from './geohash-area.ts'
import { roughPosition } from './rough-position.ts'

type Position = { latitude: number; longitude: number }
export type NamedCity = Position & { name: string; country: string; population: number }
/** A part of a town, or a village. */
export type NamedQuarter = Position & { name: string }
/** A building, museum or park, with the number of languages in which the street map names it: 1 for most, 5 to 20 for those that travellers know. */
export type NamedSight = Position & { name: string; languages: number }

/** Beyond this distance, a town does not describe a place. */
export const farthestCityKm = 150
/** If the centre of a quarter is this close, it names the cell. */
export const farthestQuarterKm = 0.9
const nearKm = 12
/** A cell within so many radii of a town is in it. */
const townRadii = 1.2
/** The share of a town that counts as its centre. */
const centralShare = 0.2
const largeTown = 100_000
/** A sight that the street map names in so many languages describes a cell better than the town. */
const wellKnownLanguages = 5
/** A quarter whose centre is closer to the edge of a cell than this share of it lies half in the next cell, and may be a small part of this one. */
const edgeShare = 0.1

/**
 * The name of a cell for people: `Oltrarno, Florence`, `Around Galleria degli Uffizi, Florence`, `Central Florence`, `Florence, Italy`,
 * `Near Lund, Sweden`, `24 km from Lund, Sweden`, or its position where no town is near. One of three or four characters is far larger than a
 * town, so it is an `Area with Florence and Prato, Italy`. The name depends on the cell alone, so it says nothing finer.
 *
 * @param cities within `farthestCityKm`, @param quarters within `farthestQuarterKm`, @param sights in the cell; more do no harm
 * @param nearOf another town that distinguishes a town from a larger one of its name
 */
export function nameOfCell<City extends NamedCity>(
  geohash: string,
  {
    cities,
    quarters,
    sights = [],
    nearOf,
  }: {
    cities: readonly City[]
    quarters: readonly NamedQuarter[]
    sights?: readonly NamedSight[]
    nearOf?: (city: City) => string | undefined
  },
): string | undefined {
  const bounds = geohashBounds(geohash)
  if (!bounds) return undefined
  if (geohash.length <= 2) return `Around ${roughPosition(bounds)}`
  if (geohash.length <= 4) return nameOfArea(geohash, cities) ?? `Around ${roughPosition(bounds)}`
  const measured = measure(geohash, cities)
  const [nearest] = measured
  const quarter = geohash.length < 6 ? undefined : nearestQuarter(geohash, bounds, quarters)
  if (!nearest || nearest.km > farthestCityKm)
    return quarter ? `Near ${quarter.name}` : `Around ${roughPosition(bounds)}`
  const { city, km, radii } = nearest
  const nameOf = (town: City) => {
    const near = nearOf?.(town)
    return `${town.name}, ${near === undefined ? '' : `near ${near}, `}${countryName(town.country)}`
  }
  const townOrCountry = radii <= townRadii ? city.name : countryName(city.country)
  const isNamedQuarter = quarter?.isInside && !quarter.isAtEdge && quarter.name !== city.name
  const sight = geohash.length < 6 || isNamedQuarter ? undefined : bestKnown(bounds, sights)
  if (sight) return `Around ${sight.name}, ${townOrCountry}`
  const isCentral = radii <= centralShare && city.population >= largeTown && geohash.length === 6
  if (isCentral && !quarter?.isInside) return `Central ${city.name}`
  if (quarter && quarter.name !== city.name)
    return `${quarter.isInside && !quarter.isAtEdge ? '' : 'Near '}${quarter.name}, ${townOrCountry}`
  if (radii <= townRadii) return nameOf(city)
  const town = describing(measured)!
  return `${town.km <= nearKm ? 'Near' : `${Math.round(km)} km from`} ${nameOf(town.city)}`
}

/** The town in the name of a cell; `undefined` where no town is near. */
export function townOfCell<City extends NamedCity>(
  geohash: string,
  cities: readonly City[],
): City | undefined {
  const bounds = geohashBounds(geohash)
  if (!bounds || geohash.length <= 2) return undefined
  return geohash.length <= 4 ? largestIn(geohash, cities)[0] : describing(measure(geohash, cities))?.city
}

type Measured<City> = { city: City; km: number /** The distance in radii of the town. */; radii: number }

/** The nearest first, by the size of each. */
function measure<City extends NamedCity>(geohash: string, cities: readonly City[]): Measured<City>[] {
  return cities
    .map((city) => ({ city, km: kmTo(geohash, city) }))
    .map((each) => ({ ...each, radii: each.km / radiusKm(each.city) }))
    .sort((a, b) => a.radii - b.radii || b.city.population - a.city.population)
}

/** Outside of towns the nearest one tells more if it is near, and a large one farther away. */
function describing<City>(measured: readonly Measured<City>[]): Measured<City> | undefined {
  const [nearest] = measured
  if (!nearest || nearest.km > farthestCityKm) return undefined
  if (nearest.radii <= townRadii) return nearest
  const [closest] = measured.toSorted((a, b) => a.km - b.km)
  return closest && closest.km <= nearKm ? closest : nearest
}

function nearestQuarter(geohash: string, bounds: CellBounds, quarters: readonly NamedQuarter[]) {
  const [nearest] = quarters
    .map((each) => ({ each, km: kmTo(geohash, each) }))
    .filter(({ km }) => km <= farthestQuarterKm)
    .sort((a, b) => a.km - b.km)
  if (!nearest) return undefined
  const { each } = nearest
  return { name: each.name, isInside: isIn(bounds, each), isAtEdge: !isIn(innerOf(bounds), each) }
}

/** The sight in a cell that is named in most languages, if travellers know it. */
function bestKnown(bounds: CellBounds, sights: readonly NamedSight[]): NamedSight | undefined {
  return sights
    .filter((sight) => sight.languages >= wellKnownLanguages && isIn(bounds, sight))
    .toSorted((a, b) => b.languages - a.languages || (a.name < b.name ? -1 : 1))[0]
}

/** A cell of 40 or 150 km is an area with the two largest towns in it: one alone would read as if its captures were there. */
function nameOfArea(geohash: string, cities: readonly NamedCity[]): string | undefined {
  const [first, second] = largestIn(geohash, cities)
  if (!first) return undefined
  const country = countryName(first.country)
  if (!second) return `Area with ${first.name}, ${country}`
  return first.country === second.country
    ? `Area with ${first.name} and ${second.name}, ${country}`
    : `Area with ${first.name}, ${country}, and ${second.name}, ${countryName(second.country)}`
}

/** The towns of which a large part may be in a cell, the largest first. An edge may cross the middle of a town. */
function largestIn<City extends NamedCity>(geohash: string, cities: readonly City[]): City[] {
  return cities
    .filter(
      (city) =>
        (distanceFrom(city, geohash)?.leastM ?? Number.POSITIVE_INFINITY) / 1_000 <= radiusKm(city) / 2,
    )
    .toSorted((a, b) => b.population - a.population)
}

function innerOf({ south, west, north, east }: CellBounds): CellBounds {
  const [high, wide] = [(north - south) * edgeShare, (east - west) * edgeShare]
  return { south: south + high, west: west + wide, north: north - high, east: east - wide }
}

/** The approximate radius of a town: 7 km for 400,000 people, 25 km for 4 million. */
function radiusKm({ population }: NamedCity): number {
  return Math.min(30, Math.max(1, 0.012 * Math.sqrt(population)))
}

function kmTo(geohash: string, place: Position): number {
  return cellDistance(geohash, geohashAt(place, 6))!.middleM / 1_000
}

const countries = new Intl.DisplayNames(['en'], { type: 'region' })

/** The English name of a country by its ISO 3166-1 code; the code itself if it has none. */
export function countryName(code: string): string {
  try {
    return countries.of(code) ?? code
  } catch {
    return code
  }
}
