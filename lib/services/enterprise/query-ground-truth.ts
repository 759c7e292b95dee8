import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Context } from '#lib/adapters/context'
import { type CairnError, fieldError } from '#lib/domain/errors'
import { polygonBoxKm2 } from '#lib/domain/geo/area'
import { countCells } from '#lib/domain/geo/area-size'
import { groundTruthScore } from '#lib/domain/geo/ground-truth-score'
import type { GroundArea, GroundQuery, GroundTruth } from '#lib/schemas/enterprise'
import { maxLimit } from '#lib/schemas/spatial-query'
import type { ApiKey } from '#lib/services/api-keys/authorize-key'
import { describeDataPoint, describeGroundTruth } from '#lib/services/enterprise/describe-ground-truth'
import { loadSources } from '#lib/services/enterprise/sources'
import { maxWeighed, weighCells } from '#lib/services/enterprise/weigh-cells'
import { formatTime } from '#lib/services/observations/describe'
import { findNewest } from '#lib/services/observations/newest'

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
  const [rows, evidence] = await Promise.all([findNewest(ctx.sql, window), weighCells(ctx.sql, window)])
  if (!evidence)
    throw tooLarge(
      `more than ${maxWeighed} observations are in the area and that time. Ask for a smaller area, or a smaller max_age_seconds.`,
    )
  const sources = await loadSources(
    ctx.sql,
    rows.map(({ sha256 }) => sha256),
  )
  return describeGroundTruth({
    queryId: `query_${randomUUID()}`,
    timestamp: formatTime(toMs),
    nodeCount: evidence.reduce((count, { nodes }) => count + nodes, 0),
    score: groundTruthScore({ cells: countCells(runs), maxAgeSeconds, evidence }),
    geometry,
    dataPoints: rows.map((row, index) =>
      describeDataPoint(ctx.env, key.account, {
        ...{ row, source: sources[index]! },
      }),
    ),
  })
}

/** @throws CairnError `aoi_too_large` if the tier of the key does not allow an area of this size */
export function assertAreaAllowed(key: ApiKey, { area }: Pick<GroundArea, 'area'>): void {
  const { areaKm2 } = key.limits
  const size = polygonBoxKm2(area)
  if (size > areaKm2)
    throw tooLarge(
      `covers ${size.toFixed(1)} km², measured by its bounding box; tier ${key.tier} allows ${areaKm2} km². Split the area.`,
    )
}

function tooLarge(what: string): CairnError {
  return fieldError('aoi', what, { code: 'aoi_too_large' })
}
