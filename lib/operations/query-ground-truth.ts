import { defineKeyOperation } from '#lib/operations/define-operation'
import { groundQueryInput, groundTruthSchema, parseGroundQuery } from '#lib/schemas/enterprise'
import { queryGroundTruth as run } from '#lib/services/enterprise/query-ground-truth'

export const queryGroundTruth = defineKeyOperation({
  name: 'queryGroundTruth',
  method: 'POST',
  path: '/enterprise/v1/spatial/query',
  summary: 'Ask what is known of an area now',
  description:
    'Recent observations of an area, each with its proof, and a score of how well they stand for the place.',
  request: { body: groundQueryInput },
  output: groundTruthSchema,
  errors: ['invalid_geometry', 'aoi_too_large', 'unauthorized'],
  parse: ({ body }) => parseGroundQuery(body),
  run,
})
