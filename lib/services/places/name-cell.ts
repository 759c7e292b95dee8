import 'server-only'
import { citiesNear } from '#lib/adapters/basemap/cities-near'
import { namesInBox } from '#lib/adapters/basemap/names-in-box'
import { kindOf } from '#lib/adapters/basemap/read-shapes'
import { openStreets, type Streets } from '#lib/adapters/basemap/streets'
import { errorText } from '#lib/adapters/chain/error-text'
import type { Context } from '#lib/adapters/context'
import { processValue } from '#lib/adapters/process-value'
import { createRecentCache, type RecentCache } from '#lib/adapters/recent-cache'
import {
  farthestCityKm,
  farthestQuarterKm,
  type NamedQuarter,
  type NamedSight,
  nameOfCell,
} from '#lib/domain/geo/cell-name'
import type { CellBounds } from '#lib/domain/geo/geohash'
import { centreOf, geohashBounds } from '#lib/domain/geo/geohash-area'
import { boxOf } from '#lib/domain/map/cell-frame'
import { isSight } from './landmarks.ts'
import { distinguishingTown } from './larger-town-near.ts'

type Named = { ctx: Pick<Context, 'env' | 'log'>; input: { geohash: string } }

/** From this zoom level on, a street archive has the names of all quarters. */
const quartersZoom = 13
/** From this zoom level on, a street archive has the names of all buildings. */
const sightsZoom = 14
const sightLayers = ['pois', 'landuse', 'buildings']
const quarters = new Set(['suburb', 'quarter', 'borough', 'neighbourhood', 'village'])
const maxNames = 20_000

const names = processValue<RecentCache<string | undefined>>('cell names')

/**
 * The name of a cell for people: `Oltrarno, Florence` or `Near Lund, Sweden`. It is of the cell, so it says nothing finer.
 *
 * @returns `undefined` unless `geohash` has one to six characters
 */
export async function nameCell({ ctx, input }: Named): Promise<string | undefined> {
  const geohash = input.geohash.toLowerCase()
  const bounds = geohashBounds(geohash)
  if (!bounds) return undefined
  names.current ??= createRecentCache({ maxSize: maxNames, sizeOf: () => 1 })
  const nameWith = (around: { quarters: readonly NamedQuarter[]; sights: readonly NamedSight[] }) =>
    nameOfCell(geohash, {
      ...around,
      cities: citiesNear(centreOf(bounds), farthestCityKm),
      nearOf: distinguishingTown,
    })
  return names.current
    .get(geohash, async () => {
      const streets = geohash.length === 6 ? await openStreets(ctx.env) : undefined
      if (!streets) return nameWith(nothing)
      const [quarters, sights] = await Promise.all([quartersNear(streets, bounds), sightsIn(streets, bounds)])
      return nameWith({ quarters, sights })
    })
    .catch((error: unknown) => {
      // The archive is out of reach for now: a town is a name too. It is not stored.
      ctx.log.warn({ error: errorText(error) }, 'no names of quarters and sights')
      return nameWith(nothing)
    })
}

/** The name of a cell by its towns alone, which needs no street archive; `undefined` if the list of towns could not be read. */
export function nameByTown(geohash: string): string | undefined {
  const bounds = geohashBounds(geohash)
  if (!bounds) return undefined
  try {
    const cities = citiesNear(centreOf(bounds), farthestCityKm)
    return nameOfCell(geohash, { ...nothing, cities, nearOf: distinguishingTown })
  } catch {
    return undefined
  }
}

const nothing = { quarters: [], sights: [] }

/** The quarters around a small cell in the street archive. */
async function quartersNear(streets: Streets, bounds: CellBounds): Promise<NamedQuarter[]> {
  const margin = farthestQuarterKm / 111
  const [south, north] = [bounds.south - margin, bounds.north + margin]
  const wide = margin / Math.max(0.1, Math.cos((north * Math.PI) / 180))
  const box = boxOf({ south, north, west: bounds.west - wide, east: bounds.east + wide })
  const named = await namesInBox(streets, { box, zoom: quartersZoom, layers: ['places'] })
  return named
    .filter(({ properties }) => quarters.has(kindOf(properties)))
    .map(({ properties, ...at }) => ({ ...at, name: String(properties['name:en'] ?? properties.name) }))
}

/** The buildings and sights in a small cell. Where the street archive writes it in Latin letters, the local name is the one on maps and signs. */
async function sightsIn(streets: Streets, bounds: CellBounds): Promise<NamedSight[]> {
  const named = await namesInBox(streets, { box: boxOf(bounds), zoom: sightsZoom, layers: sightLayers })
  return named
    .filter(({ layer, properties }) => layer === 'buildings' || isSight(properties))
    .map(({ longitude, latitude, properties }) => {
      const local = String(properties.name)
      return {
        longitude,
        latitude,
        name: /^[\p{Script=Latin}\P{L}]+$/u.test(local) ? local : String(properties['name:en'] ?? local),
        languages: Object.keys(properties).filter((key) => /^name(:|$)/.test(key)).length,
      }
    })
}
