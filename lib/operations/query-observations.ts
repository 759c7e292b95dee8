import { defineOperation } from '#lib/operations/define-operation'
import { spatialResultSchema } from '#lib/schemas/observation'
import { parseSpatialQuery, spatialQueryInput } from '#lib/schemas/spatial-query'
import { queryObservations as run } from '#lib/services/observations/query-observations'

export const queryObservations = defineOperation({
  name: 'queryObservations',
  method: 'POST',
  path: '/api/v1/spatial/query',
  summary: 'Find attested observations by area and time',
  description:
    'Attested observations of an area in a time window, newest first, each with its on-chain anchor.',
  request: { body: spatialQueryInput },
  output: spatialResultSchema,
  errors: ['invalid_geometry', 'aoi_too_large'],
  parse: ({ body }, { now }) => parseSpatialQuery(body, { now }),
  run,
  payment: {
    flow: 'authorization',
    payTo: 'revenue',
    priceAtomic: ({ env }) => env.price.spatialQueryAtomic,
    quotesEmptyBody: true,
  },
})
