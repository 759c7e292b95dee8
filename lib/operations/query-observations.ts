import { defineOperation } from '#lib/operations/define-operation'
import { spatialResultSchema } from '#lib/schemas/observation'
import { parseSpatialQuery, spatialQueryInput } from '#lib/schemas/spatial-query'
import { queryObservations as queryNewest } from '#lib/services/observations/query-observations'

async function find(args: Parameters<typeof queryNewest>[0]) {
  const { nextTo, ...output } = await queryNewest(args)
  const headers: Record<string, string> =
    nextTo === undefined ? {} : { 'Cairn-Truncated': 'true', 'Cairn-Next-To': nextTo }
  return { output, headers }
}

export const queryObservations = defineOperation({
  name: 'queryObservations',
  method: 'POST',
  path: '/api/v1/spatial/query',
  summary: 'Find attested observations by area and time',
  description:
    'Attested observations of an area in a time window, newest first, each with its on-chain anchor. When more match than `limit`, the newest come, with the headers `Cairn-Truncated: true` and `Cairn-Next-To`: ask again with that as `to`, and with the `from` that `window` has, for the ones before them. `to` is included, so drop by `observation_id` what you have of that second.',
  request: { body: spatialQueryInput },
  output: spatialResultSchema,
  errors: ['invalid_geometry', 'aoi_too_large'],
  parse: ({ body }, { now }) => parseSpatialQuery(body, { now }),
  run: async (args) => (await find(args)).output,
  ownHeaders: { names: ['Cairn-Truncated', 'Cairn-Next-To'], run: find },
  payment: {
    flow: 'authorization',
    payTo: 'revenue',
    priceAtomic: ({ env }) => env.price.spatialQueryAtomic,
    quotesEmptyBody: true,
  },
})
