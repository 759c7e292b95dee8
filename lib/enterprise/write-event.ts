import 'server-only'
import { createHmac } from 'node:crypto'
import { deriveKey } from '#lib/adapters/derive-key'
import type { Env } from '#lib/adapters/env'
import { countCells } from '#lib/domain/geo/area-size'
import { groundTruthScore } from '#lib/domain/geo/ground-truth-score'
import { canonicalJson } from '#lib/domain/proof/canonical-json'
import { isoSeconds } from '#lib/domain/text/iso-time'
import { writeEventId } from '#lib/enterprise/event-id'
import type { Published } from '#lib/enterprise/hub'
import { defaultMaxAgeSeconds, type GroundArea } from '#lib/schemas/enterprise'
import { describeDataPoint, describeGroundTruth } from '#lib/services/enterprise/describe-ground-truth'

const encoder = new TextEncoder()

/** What an account subscribed to. */
export type Subscription = Pick<GroundArea, 'geometry'> & { account: string; cells: number; queryId: string }

export function subscriptionOf(env: Pick<Env, 'secretKey'>, account: string, area: GroundArea): Subscription {
  const mac = createHmac('sha256', deriveKey({ secretKey: env.secretKey, purpose: 'enterprise streams' }))
    .update(canonicalJson([account, area.geometry]))
    .digest()
  const queryId = `stream_${mac.subarray(0, 16).toString('base64url')}`
  return { account, geometry: area.geometry, cells: countCells(area.runs), queryId }
}

/**
 * One observation as an event: the answer of a query that finds only this observation, at the time of its publication. The bytes are the
 * same for each listener with the same account and area.
 */
export function writeEvent(
  env: Env,
  { account, geometry, cells, queryId }: Subscription,
  item: Published,
): Uint8Array {
  const known = item.written.get(queryId)
  if (known !== undefined) return known
  const { row, claim, node, publishedAtSeconds: timestamp, position } = item
  const evidence = [[{ ...claim, ageSeconds: timestamp + row.recency, source: node }]]
  const answer = describeGroundTruth({
    queryId,
    timestamp: isoSeconds(timestamp),
    nodeCount: 1,
    score: groundTruthScore({ cells, maxAgeSeconds: defaultMaxAgeSeconds, evidence }),
    geometry,
    dataPoints: [describeDataPoint(env, account, item)],
  })
  const id = writeEventId(env, position, 'event')
  const bytes = encoder.encode(`id: ${id}
event: observation
data: ${JSON.stringify(answer)}

`)
  item.written.set(queryId, bytes)
  return bytes
}
