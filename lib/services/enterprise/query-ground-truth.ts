import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Context } from '#lib/adapters/context'
import { type CairnError, fieldError } from '#lib/domain/errors'
import { areaTooLarge, polygonBoxKm2 } from '#lib/domain/geo/area'
import { countCells } from '#lib/domain/geo/area-size'
import type { Claim, Wallets } from '#lib/domain/geo/claim-confidence'
import { connectFilms } from '#lib/domain/geo/connect-films'
import { groundTruthScore } from '#lib/domain/geo/ground-truth-score'
import { maxLimit } from '#lib/domain/observations/query-limits'
import { isoMs } from '#lib/domain/text/iso-time'
import type { GroundArea, GroundQuery, GroundTruth } from '#lib/schemas/enterprise'
import type { ApiKey } from '#lib/services/api-keys/authorize-key'
import { describeDataPoint, describeGroundTruth } from '#lib/services/enterprise/describe-ground-truth'
import { loadFilms } from '#lib/services/enterprise/load-films'
import { loadClaims } from '#lib/services/enterprise/sources'
import { maxWeighed, type WeighedClaim, weighCells } from '#lib/services/enterprise/weigh-cells'
import { findNewest } from '#lib/services/observations/newest'
import { readerOf } from '#lib/services/observations/read-published'

/**
 * The recent observations of an area, and a score of how well they represent its current state. The answer depends only on cells,
 * whole seconds, ids, and on which captures of a cell have the same source.
 *
 * @throws CairnError `aoi_too_large`
 */
export async function queryGroundTruth(args: {
  ctx: Pick<Context, 'env' | 'sql' | 'db' | 'clock'>
  input: GroundQuery
  key: ApiKey
}): Promise<GroundTruth> {
  const { ctx, input, key } = args
  const { runs, geometry, maxAgeSeconds } = input
  assertAreaAllowed(key, input)
  const toMs = Math.floor(ctx.clock.now().getTime() / 1_000) * 1_000
  const window = { runs, fromMs: toMs - maxAgeSeconds * 1_000, toMs, limit: maxLimit }
  const [rows, cells] = await Promise.all([
    findNewest(readerOf(ctx.sql), window),
    weighCells(ctx.sql, window),
  ])
  if (!cells)
    throw tooLarge(
      `more than ${maxWeighed} observations are in the area and that time. Ask for a smaller area, or a smaller max_age_seconds.`,
    )
  const [claims, films] = await Promise.all([loadClaims(ctx.sql, rows), connectCells(ctx, cells)])
  const nodeOf = (cell: number, { wallets }: Claim) => wallets && films.nodeOf(cell, wallets)
  const seen = [...cells]
  const evidence = seen.map(([cell, found]) =>
    found.map((claim) => ({ ...claim, source: claim.wallets && films.sourceOf(cell, claim.wallets) })),
  )
  return describeGroundTruth({
    queryId: `query_${randomUUID()}`,
    timestamp: isoMs(toMs),
    nodeCount: seen.reduce(
      (count, [cell, found]) => count + new Set(found.map((claim) => nodeOf(cell, claim))).size,
      0,
    ),
    score: groundTruthScore({ cells: countCells(runs), maxAgeSeconds, evidence }),
    geometry,
    dataPoints: rows.map((row, index) => {
      const claim = claims[index]!
      return describeDataPoint(ctx.env, key.account, { row, claim, node: nodeOf(row.cell, claim) })
    }),
  })
}

type NameOf = (cell: number, wallets: Wallets) => string

/**
 * The nodes and sources of films, within each cell.
 *
 * @throws CairnError `aoi_too_large` if the cells have more than `maxWeighed` films
 */
async function connectCells(
  ctx: Pick<Context, 'sql'>,
  cells: ReadonlyMap<number, readonly WeighedClaim[]>,
): Promise<{ nodeOf: NameOf; sourceOf: NameOf }> {
  const withFilms = [...cells].flatMap(([cell, seen]) => (seen.some(({ wallets }) => wallets) ? [cell] : []))
  const films = await loadFilms(ctx.sql, withFilms, maxWeighed + 1)
  if ([...films.values()].reduce((count, { length }) => count + length, 0) > maxWeighed)
    throw tooLarge(`more than ${maxWeighed} films of any time are in the area. Ask for a smaller area.`)
  const connected = new Map([...films].map(([cell, known]) => [cell, connectFilms(known)]))
  // A film that was published or withdrawn between two reads may be missing here.
  return {
    nodeOf: (cell, { contributor }) => connected.get(cell)?.nodeOf(contributor) ?? contributor,
    sourceOf: (cell, wallets) => connected.get(cell)?.sourceOf(wallets) ?? wallets.contributor,
  }
}

/** @throws CairnError `aoi_too_large` if the tier of the key does not allow an area of this size */
export function assertAreaAllowed(key: ApiKey, { area }: Pick<GroundArea, 'area'>): void {
  const { areaKm2 } = key.limits
  const size = polygonBoxKm2(area)
  if (size > areaKm2) throw areaTooLarge(size, `tier ${key.tier} allows ${areaKm2.toLocaleString('en')} km²`)
}

function tooLarge(what: string): CairnError {
  return fieldError('aoi', what, { code: 'aoi_too_large' })
}
