import { callApi } from '#lib/client/call-api'
import { positionName } from '#lib/domain/geo/rough-position'
import { mostNamedCells, placeNamesSchema } from '#lib/schemas/places'

type Waiting = { resolve: (name: string) => void; reject: (error: unknown) => void }

/** Names that are requested within this time go into one request. */
const gatherMs = 20
let waiting = new Map<string, Waiting[]>()

/** The name of a cell, asked for in one request with those of other cells on the page. */
export function loadPlaceName(geohash: string): Promise<string> {
  return new Promise((resolve, reject) => {
    if (waiting.size === 0) setTimeout(askAll, gatherMs)
    const others = waiting.get(geohash) ?? []
    waiting.set(geohash, [...others, { resolve, reject }])
  })
}

const known = new Map<string, Promise<string>>()

/** The name of a cell, which is asked for once, or its position if the name could not be loaded. */
export function loadNameOrPosition(geohash: string): Promise<string> {
  const name =
    known.get(geohash) ??
    loadPlaceName(geohash).catch(() => {
      known.delete(geohash)
      return positionName(geohash)
    })
  known.set(geohash, name)
  return name
}

function askAll(): void {
  const all = [...waiting]
  waiting = new Map()
  for (let at = 0; at < all.length; at += mostNamedCells) void ask(all.slice(at, at + mostNamedCells))
}

async function ask(wanted: readonly [geohash: string, Waiting[]][]): Promise<void> {
  try {
    const cells = wanted.map(([geohash]) => geohash).join(',')
    const { names } = await callApi({ path: `/api/places/names?cells=${cells}`, schema: placeNamesSchema })
    wanted.forEach(([, all], index) => {
      for (const { resolve } of all) resolve(names[index]!.name)
    })
  } catch (error) {
    for (const [, all] of wanted) for (const { reject } of all) reject(error)
  }
}
