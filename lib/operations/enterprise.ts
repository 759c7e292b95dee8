// Operations for API keys: status, scored query, stream.

import { defineOperation } from '#lib/operations/define-operation'
import { exampleArea, exampleGroundTruth, exampleMaxAgeSeconds } from '#lib/operations/examples/ground-truth'
import {
  type EnterpriseStatus,
  groundQueryInput,
  groundTruthSchema,
  parseGroundQuery,
  parseStreamArea,
  statusSchema,
  streamHeaders,
  streamQuery,
} from '#lib/schemas/enterprise'
import { queryGroundTruth as runQueryGroundTruth } from '#lib/services/enterprise/query-ground-truth'

export const getEnterpriseStatus = defineOperation({
  name: 'getEnterpriseStatus',
  method: 'GET',
  path: '/enterprise/v1/status',
  credential: 'enterprise_key',
  summary: 'Check a key',
  description: 'The account of the key, and its limits.',
  output: statusSchema,
  example: {
    output: {
      status: 'ok',
      account: 'Example Maps',
      tier: 'standard',
      limits: { requests_per_minute: 600, concurrent_streams: 20, area_km2: 100 },
    },
  },
  run: async ({ key }): Promise<EnterpriseStatus> => ({
    status: 'ok',
    account: key.account,
    tier: key.tier,
    limits: {
      requests_per_minute: key.limits.requestsPerMinute,
      concurrent_streams: key.limits.streams,
      area_km2: key.limits.areaKm2,
    },
  }),
})

export const queryGroundTruth = defineOperation({
  name: 'queryGroundTruth',
  method: 'POST',
  path: '/enterprise/v1/spatial/query',
  credential: 'enterprise_key',
  summary: 'Query an area',
  description:
    'Recent observations of an area, each with its proof, and a score of how well they cover the place.',
  request: { body: groundQueryInput },
  output: groundTruthSchema,
  errors: ['invalid_geometry', 'aoi_too_large'],
  example: {
    body: { aoi: exampleArea, max_age_seconds: exampleMaxAgeSeconds },
    output: exampleGroundTruth,
  },
  parse: ({ body }) => parseGroundQuery(body),
  run: runQueryGroundTruth,
})

export const streamObservations = defineOperation({
  name: 'streamObservations',
  method: 'GET',
  path: '/enterprise/v1/spatial/stream',
  credential: 'enterprise_key',
  summary: 'Stream new observations',
  description:
    'Server-sent events for an area: each observation once and in order, also across reconnects, in the form of a query answer with this one observation.',
  request: { query: streamQuery, headers: streamHeaders },
  output: groundTruthSchema,
  errors: ['invalid_geometry', 'aoi_too_large'],
  example: {
    query: {
      geometry: 'POLYGON((2.291 48.857, 2.296 48.857, 2.296 48.859, 2.291 48.859, 2.291 48.857))',
    },
    output: exampleGroundTruth,
  },
  parse: ({ query, headers }) => ({
    area: parseStreamArea(query),
    lastEventId: headers['Last-Event-ID'] || undefined,
  }),
  streams: true,
})

export const enterprise = [getEnterpriseStatus, queryGroundTruth, streamObservations]
