import type { StreamOperation } from '#lib/operations/define-operation'
import {
  type GroundArea,
  groundTruthSchema,
  parseStreamArea,
  streamHeaders,
  streamQuery,
} from '#lib/schemas/enterprise'

export const streamObservations: StreamOperation<{ area: GroundArea; lastEventId: string | undefined }> = {
  name: 'streamObservations',
  method: 'GET',
  path: '/enterprise/v1/spatial/stream',
  summary: 'Be told of observations as they arrive',
  description:
    'Server-sent events for an area: each observation once and in order, also across a reconnect, as the answer of a query that finds it alone.',
  request: { query: streamQuery, headers: streamHeaders },
  output: groundTruthSchema,
  errors: ['invalid_geometry', 'aoi_too_large', 'unauthorized'],
  parse: ({ query, headers }) => ({
    area: parseStreamArea(query),
    lastEventId: headers['Last-Event-ID'] || undefined,
  }),
  credential: 'enterprise_key',
  streams: true,
}
