// Operations of observations: paid query and look-up, free coverage and check of a file.

import type { Context } from '#lib/adapters/context'
import { freshnessOfCapture, freshnessOfCaptures } from '#lib/domain/freshness'
import { swapPosition } from '#lib/domain/geo/area'
import { coverArea } from '#lib/domain/geo/cover'
import { describeQuery } from '#lib/domain/observations/query-words'
import { defineOperation, inputFrom } from '#lib/operations/define-operation'
import { exampleObservation } from '#lib/operations/examples/capture'
import { type Coverage, coverageQuery, coverageSchema, maxCoverageCells } from '#lib/schemas/coverage'
import { observationSchema, provenanceResultSchema, spatialResultSchema } from '#lib/schemas/observation'
import { observationParams, provenanceParams } from '#lib/schemas/observation-id'
import { parseInput } from '#lib/schemas/parse'
import {
  aoiMembers,
  parseSpatialQuery,
  type RequestedQuery,
  spatialQueryInput,
} from '#lib/schemas/spatial-query'
import { findNoCoverage } from '#lib/services/observations/find-no-coverage'
import { getObservation as runGetObservation } from '#lib/services/observations/get-observation'
import { listCoverage as runListCoverage } from '#lib/services/observations/list-coverage'
import { queryObservations as runQueryObservations } from '#lib/services/observations/query-observations'
import { verifyProvenance as runVerifyProvenance } from '#lib/services/observations/verify-provenance'

async function find(args: Parameters<typeof runQueryObservations>[0]) {
  const { nextTo, ...output } = await runQueryObservations(args)
  const headers: Record<string, string> =
    nextTo === undefined ? {} : { 'Cairn-Truncated': 'true', 'Cairn-Next-To': nextTo }
  return { output, headers }
}

/** Says that an area is empty, and if its longitude and latitude were likely swapped. */
async function whyEmpty({
  ctx,
  input,
}: {
  ctx: Context
  input: RequestedQuery
}): Promise<string | undefined> {
  if (!(await findNoCoverage({ ctx, input }))) return undefined
  const none =
    'The free coverage (GET /api/coverage) has no capture there at any time, so the answer would be empty.'
  const swapped = swapPosition(input.area)
  const isElsewhere = swapped && !(await findNoCoverage({ ctx, input: { runs: coverArea(swapped) } }))
  return isElsewhere
    ? `${none} It has some with the two numbers of the position swapped: longitude comes first, then latitude.`
    : `${none} In a position, longitude comes first, then latitude.`
}

export const queryObservations = defineOperation({
  name: 'queryObservations',
  method: 'POST',
  path: '/api/v1/spatial/query',
  summary: 'Find attested observations by area and time',
  description:
    'Attested observations in the cells (about 1 km) that touch an area, in a time window, newest first, each with its on-chain anchor. When more match than `limit`, the newest are returned.',
  httpNote:
    'The answer then has the headers `Cairn-Truncated: true` and `Cairn-Next-To`. For earlier ones, repeat the query with that value as `to` and with the `from` of `window`. `to` is included, so skip observations of that second that you already have, by `observation_id`. `GET /api/coverage` shows free of charge in which cells, twenty to forty kilometres wide, there are captures.',
  request: { body: spatialQueryInput, inner: { aoi: aoiMembers } },
  output: spatialResultSchema,
  errors: ['invalid_geometry', 'aoi_too_large'],
  example: {
    body: { aoi: { type: 'Point', coordinates: [2.2945, 48.8584] }, radius_m: 800, limit: 10 },
    output: {
      window: { from: '2026-11-14T08:00:00Z', to: '2026-11-21T08:00:00Z' },
      observations: [exampleObservation],
    },
  },
  tool: {
    name: 'cairn_query_coverage',
    effect: 'pays',
    free: '`cairn_list_coverage` shows free of charge in which cells, twenty to forty kilometres wide, there are captures',
    advice: 'If more match, the result has `next_to`, which continues it.',
  },
  parse: ({ body }, { now }) => parseSpatialQuery(body, { now }),
  run: async (args) => (await find(args)).output,
  ownHeaders: { names: ['Cairn-Truncated', 'Cairn-Next-To'], run: find },
  payment: {
    flow: 'authorization',
    payTo: 'revenue',
    label: 'Area query',
    price: { setting: 'PRICE_SPATIAL_QUERY', usualAtomic: 10_000n },
    quotesEmptyBody: true,
    buys: (query) => describeQuery(query),
    whyEmpty,
  },
})

export const getObservation = defineOperation({
  name: 'getObservation',
  method: 'GET',
  path: '/api/v1/observations/{id}',
  summary: 'Get one attested observation',
  description: 'One attested observation by the SHA-256 of its capture, with its on-chain anchor.',
  ...inputFrom('params', observationParams),
  output: observationSchema,
  errors: ['not_found'],
  example: { params: { id: exampleObservation.observation_id }, output: exampleObservation },
  tool: {
    name: 'cairn_get_observation',
    effect: 'pays',
    free: '`cairn_verify_provenance` tells free of charge if a hash is attested',
    params: { id: 'observation_id' },
  },
  run: ({ ctx, input }) => runGetObservation({ ctx, id: input.id }),
  payment: {
    flow: 'authorization',
    payTo: 'revenue',
    label: 'Observation',
    price: { setting: 'PRICE_OBSERVATION', usualAtomic: 5_000n },
    buys: ({ id }) =>
      `The observation ${id}: its place, time and anchor. If this service has none by this id, the answer is 404, which is not charged.`,
  },
})

export const listCoverage = defineOperation({
  name: 'listCoverage',
  method: 'GET',
  path: '/api/coverage',
  summary: 'List the cells with observations',
  description: `The cells, twenty to forty kilometres wide, that hold at least one observation, without counts and times. The observations themselves are sold by a query (\`queryObservations\`, for agents the tool \`cairn_query_coverage\`). An area with more than ${maxCoverageCells} such cells is answered in larger cells, never truncated.`,
  // A misnamed area would silently be the whole globe.
  request: { query: coverageQuery, refusesOtherQuery: true },
  parse: ({ query }) => parseInput(coverageQuery, query),
  output: coverageSchema,
  example: { query: { bbox: '2.2,48.8,2.5,48.95' }, output: { precision: 4, cells: ['u09t', 'u09w'] } },
  tool: {
    name: 'cairn_list_coverage',
    effect: 'reads',
    advice: 'Call it before a paid query. Give `bbox`: the list for the whole globe can be long.',
  },
  run: ({ ctx, input }): Promise<Coverage> => runListCoverage({ ctx, input }),
  freshness: freshnessOfCaptures,
})

export const verifyProvenance = defineOperation({
  name: 'verifyProvenance',
  method: 'GET',
  path: '/api/v1/provenance/{hash}',
  summary: 'Verify a file by its hash',
  description:
    'Tells if a capture with this SHA-256 is attested on-chain, with its time, place and anchor, and since when it is withdrawn, if it is. For the manifest of a model, which is not a capture, use GET /api/proofs/{sha256}: it has the proof and the captures the model was made from.',
  ...inputFrom('params', provenanceParams),
  output: provenanceResultSchema,
  example: {
    params: { hash: exampleObservation.observation_id },
    output: {
      provenance_hash: exampleObservation.provenance_hash,
      verified: true,
      captured_at: exampleObservation.captured_at,
      geohash: exampleObservation.geohash,
      anchor: exampleObservation.anchor,
    },
  },
  tool: { name: 'cairn_verify_provenance', effect: 'reads' },
  run: ({ ctx, input }) => runVerifyProvenance({ ctx, hash: input.hash }),
  freshness: ({ verified, provenance_hash }) =>
    freshnessOfCapture(verified ? provenance_hash.slice('sha256:'.length) : undefined),
})

export const observations = [queryObservations, getObservation, listCoverage, verifyProvenance]
