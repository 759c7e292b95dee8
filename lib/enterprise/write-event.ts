import 'server-only'
import { createHmac } from 'node:crypto'
import { deriveKey } from '#lib/adapters/derive-key'
import type { Env } from '#lib/adapters/env'
import { countCells } from '#lib/domain/area-size'
import { canonicalJson } from '#lib/domain/canonical-json'
import { groundTruthScore } from '#lib/domain/ground-truth-score'
import { writeEventId } from '#lib/enterprise/event-id'
import type { Published } from '#lib/enterprise/hub'
import { defaultMaxAgeSeconds, type GroundArea } from '#lib/schemas/enterprise'
import { describeDataPoint, describeGroundTruth } from '#lib/services/enterprise/describe-ground-truth'
import { formatTime } from '#lib/services/observations/describe'

const encoder = new TextEncoder()

/** What an account asked to be told of. */
export type Subscription = Pick<GroundArea, 'geometry'> & { account: string; cells: number; queryId: string }

export function subscriptionOf(env: Pick<Env, 'secretKey'>, account: string, area: GroundArea): Subscription {
  const mac = createHmac('sha256', deriveKey({ secretKey: env.secretKey, purpose: 'enterprise streams' }))
    .update(canonicalJson([account, area.geometry]))
    .digest()
  const queryId = `stream_${mac.subarray(0, 16).toString('base64url')}`
  return { account, geometry: area.geometry, cells: countCells(area.runs), queryId }
}

/**
 * One observation as an event: the answer of a query that finds it alone, at the time it was published. The same for whoever
 * has the same account and area, whenever it is sent, down to the byte.
 */
export function writeEvent(
  env: Env,
  { account, geometry, cells, queryId }: Subscription,
  item: Published,
): Uint8Array {
  const known = item.written.get(queryId)
  if (known !== undefined) return known
  const { row, source, publishedAtSeconds: timestamp, position } = item
  const evidence = [{ ageSeconds: timestamp + row.recency, nodes: 1, confidence: source.confidence }]
  const answer = describeGroundTruth({
    queryId,
    timestamp: formatTime(timestamp * 1_000),
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
