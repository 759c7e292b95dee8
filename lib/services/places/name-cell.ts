import 'server-only'
import { citiesNear } from '#lib/adapters/basemap/cities-near'
import { readNames } from '#lib/adapters/basemap/read-shapes'
import { openStreets, streetTile } from '#lib/adapters/basemap/streets'
import { errorText } from '#lib/adapters/chain/error-text'
import type { Context } from '#lib/adapters/context'
import { processValue } from '#lib/adapters/process-value'
import { createRecentCache, type RecentCache } from '#lib/adapters/recent-cache'
import { farthestCityKm, farthestQuarterKm, type NamedQuarter, nameOfCell } from '#lib/domain/geo/cell-name'
import { centreOf, geohashBounds } from '#lib/domain/geo/geohash-area'
import { latitudeOf } from '#lib/domain/geo/tile'
import { boxOf, tilesIn } from '#lib/domain/map/cell-frame'
import { distinguishingTown } from './larger-town-near.ts'

type Named = { ctx: Pick<Context, 'env' | 'log'>; input: { geohash: string } }

/** From this zoom on, an archive has the names of all quarters. */
const quartersZoom = 13
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
  const nameWith = async (quarters: readonly NamedQuarter[]) =>
    nameOfCell(geohash, {
      cities: citiesNear(centreOf(bounds), farthestCityKm),
      quarters,
      nearOf: distinguishingTown,
    })
  return names.current
    .get(geohash, async () => nameWith(await quartersNear({ ctx, input: { geohash } })))
    .catch((error: unknown) => {
      // The archive is out of reach for now: a town is a name too. It is not stored.
      ctx.log.warn({ error: errorText(error) }, 'no names of quarters')
      return nameWith([])
    })
}

/** The quarters around a small cell in the street archive. Without an archive, names come from towns alone. */
async function quartersNear({ ctx, input }: Named): Promise<NamedQuarter[]> {
  const bounds = geohashBounds(input.geohash)!
  const streets = input.geohash.length === 6 ? await openStreets(ctx.env) : undefined
  if (!streets) return []
  const zoom = Math.min(quartersZoom, streets.maxZoom)
  const margin = farthestQuarterKm / 111
  const [south, north] = [bounds.south - margin, bounds.north + margin]
  const wide = margin / Math.max(0.1, Math.cos((north * Math.PI) / 180))
  const box = boxOf({ south, north, west: bounds.west - wide, east: bounds.east + wide })
  const found: NamedQuarter[] = []
  for (const { tile } of tilesIn(box, zoom)) {
    const bytes = await streetTile(streets, tile)
    if (!bytes) continue
    for (const { x, y, properties } of readNames(bytes, 'places')) {
      const kind = [properties.kind_detail, properties.place, properties.kind].find(
        (each) => each !== undefined,
      )
      if (!quarters.has(String(kind))) continue
      const count = 2 ** zoom
      found.push({
        name: String(properties['name:en'] ?? properties.name),
        longitude: ((tile.x + x) / count) * 360 - 180,
        latitude: latitudeOf((tile.y + y) / count),
      })
    }
  }
  return found
}
