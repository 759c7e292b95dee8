import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Context } from '#lib/adapters/context'
import { polygonBoxKm2 } from '#lib/domain/area'
import { countCells } from '#lib/domain/area-size'
import { CairnError } from '#lib/domain/errors'
import { groundTruthScore } from '#lib/domain/ground-truth-score'
import type { GroundArea, GroundQuery, GroundTruth } from '#lib/schemas/enterprise'
import { maxLimit } from '#lib/schemas/spatial-query'
import type { ApiKey } from '#lib/services/api-keys/authorize-key'
import { describeDataPoint, describeGroundTruth } from '#lib/services/enterprise/describe-ground-truth'
import { loadSources } from '#lib/services/enterprise/sources'
import { maxWeighed, weighCells } from '#lib/services/enterprise/weigh-cells'
import { formatTime } from '#lib/services/observations/describe'
import { findNewest } from '#lib/services/observations/newest'

/**
 * What is observed in an area of late, and how well that stands for the place. Like every answer it follows from cells,
 * whole seconds and ids, and from which captures of a cell are of one source.
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

/** @throws CairnError `aoi_too_large` when the key's tier does not go so far */
export function assertAreaAllowed(key: ApiKey, { area }: Pick<GroundArea, 'area'>): void {
  const { areaKm2 } = key.limits
  const size = polygonBoxKm2(area)
  if (size > areaKm2)
    throw tooLarge(
      `the bounding box of the polygon has ${size.toFixed(1)} km²; tier ${key.tier} takes ${areaKm2} km². Split the area.`,
    )
}

function tooLarge(what: string): CairnError {
  return new CairnError('aoi_too_large', `aoi: ${what}`, { field: 'aoi' })
}
