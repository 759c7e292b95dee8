import 'server-only'
import { createHash } from 'node:crypto'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Env } from '#lib/adapters/env'
import { type Claim, confidenceOf } from '#lib/domain/geo/claim-confidence'
import { cellBounds } from '#lib/domain/geo/geohash'
import { type Score, scoreVersion } from '#lib/domain/geo/ground-truth-score'
import { canonicalJson } from '#lib/domain/proof/canonical-json'
import { isoSeconds } from '#lib/domain/text/iso-time'
import type { DataPoint, GroundTruth, PolygonGeometry } from '#lib/schemas/enterprise'
import { nodeId } from '#lib/services/enterprise/node-id'
import type { ObservationRow } from '#lib/services/observations/newest'

/**
 * An observation in the answer to an account.
 *
 * @param given.node the wallet that names its node; `null` for the operator
 */
export function describeDataPoint(
  env: Env,
  account: string,
  given: { row: ObservationRow; claim: Claim; node: string | null },
): DataPoint {
  const { row, claim, node } = given
  const observationId = bytesToHex(row.sha256)
  const { south, north, west, east } = cellBounds(row.cell)
  return {
    node_id: nodeId({ env, account, cell: row.cell, node }),
    lat: round((south + north) / 2),
    lon: round((west + east) / 2),
    observation: observationId,
    confidence: confidenceOf(claim),
    captured_at: isoSeconds(-row.recency),
    provenance_hash: `sha256:${observationId}`,
  }
}

/** The answer, with a hash over everything else in it. */
export function describeGroundTruth(given: {
  queryId: string
  timestamp: string
  nodeCount: number
  score: Score
  geometry: PolygonGeometry
  dataPoints: DataPoint[]
}): GroundTruth {
  const { score, parts } = given.score
  const answer = {
    query_id: given.queryId,
    timestamp: given.timestamp,
    node_count: given.nodeCount,
    ground_truth_score: score,
    score_parts: { version: scoreVersion as '3', ...parts },
    geometry: given.geometry,
    data_points: given.dataPoints,
  }
  return {
    ...answer,
    provenance_hash: `sha256:${createHash('sha256').update(canonicalJson(answer)).digest('hex')}`,
  }
}

/** Rounds to ten centimetres, which is enough for the centre of a cell. */
function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}
