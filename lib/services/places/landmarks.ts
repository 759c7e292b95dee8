import 'server-only'
import { citiesNear } from '#lib/adapters/basemap/cities-near'
import { readNames } from '#lib/adapters/basemap/read-shapes'
import { openStreets, type Streets, streetTile } from '#lib/adapters/basemap/streets'
import { errorText } from '#lib/adapters/chain/error-text'
import type { Context } from '#lib/adapters/context'
import { processValue } from '#lib/adapters/process-value'
import { latitudeOf } from '#lib/domain/geo/tile'
import { boxOf, tilesIn } from '#lib/domain/map/cell-frame'
import { distanceKm, plain } from './read-place-query.ts'

type Position = { latitude: number; longitude: number }
/** A named street, square, building, sight or quarter of the street map. */
export type Landmark = Position & {
  name: string
  /** Its names without accents, capitals and punctuation. */
  names: readonly string[]
  country: string
  /** The largest town near it. */
  near: string
}
export type StreetNames = {
  landmarks: readonly Landmark[]
  /** Towns where the street map writes their names, which is in their middle. */
  towns: readonly (Position & { names: readonly string[] })[]
}

/** An archive of a region or the planet has more tiles. Its names are not searched, because they would not fit in memory. */
const maxTiles = 1_000
const namesZoom = 14
/** Parts of a street that are closer than this are one street. */
const oneStreetKm = 2
const nearKm = 10
const towns = new Set(['city', 'town'])
/** Kinds of places that people search a map for. An archive names shops and restaurants too. */
const sights = new Set(
  'attraction museum gallery monument memorial viewpoint theatre place_of_worship university library hospital townhall marketplace station stadium park garden castle zoo aquarium ruins'.split(
    ' ',
  ),
)
const nothing: StreetNames = { landmarks: [], towns: [] }
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
  const found: { landmarks: Landmark[]; towns: StreetNames['towns'][number][] } = { landmarks: [], towns: [] }
  const byName = new Map<string, Landmark[]>()
  for (const { tile } of tilesIn({ left, top, right, bottom }, zoom)) {
    const bytes = await streetTile(streets, tile)
    if (!bytes) continue
    for (const { layer, x, y, properties } of namesIn(bytes)) {
      const name = String(properties['name:en'] ?? properties.name)
      const names = [...new Set([name, String(properties.name)].map(plain))].filter((each) => each !== '')
      const at = {
        longitude: ((tile.x + x) / count) * 360 - 180,
        latitude: latitudeOf((tile.y + y) / count),
      }
      const [key] = names
      if (key === undefined) continue
      if (layer === 'places' && towns.has(kindOf(properties))) {
        found.towns.push({ ...at, names })
        continue
      }
      const same = byName.get(key) ?? []
      if (same.some((other) => distanceKm(other, at) < oneStreetKm)) continue
      const town = citiesNear(at, nearKm)
        .filter((city) => distanceKm(city, at) <= nearKm)
        .reduce((a, b) => (a && a.population >= b.population ? a : b), undefined as NearCity)
      if (!town) continue
      const landmark = { ...at, name, names, country: town.country, near: town.name }
      byName.set(key, [...same, landmark])
      found.landmarks.push(landmark)
    }
  }
  return found
}
type NearCity = ReturnType<typeof citiesNear>[number] | undefined

/** The names in a tile that people search for, those of places and sights before those of streets. */
function namesIn(bytes: Uint8Array) {
  const layers = ['places', 'pois', 'landuse', 'buildings', 'roads']
  return layers.flatMap((layer) =>
    readNames(bytes, layer, { ofShapes: layer !== 'places' })
      .filter(({ properties }) => !['pois', 'landuse'].includes(layer) || isSight(properties))
      .map((each) => ({ layer, ...each })),
  )
}

function isSight({ kind, tourism, amenity, leisure, historic, railway }: Record<string, unknown>): boolean {
  return [kind, tourism, amenity, leisure, historic, railway].some((each) => sights.has(String(each)))
}

/** The kind of a place: in the current schema of archives, otherwise in that of 2023. */
function kindOf({ kind_detail, place, kind }: Record<string, unknown>): string {
  return String(kind_detail ?? place ?? kind)
}
