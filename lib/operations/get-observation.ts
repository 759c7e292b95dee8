import { defineOperation } from '#lib/operations/define-operation'
import { observationSchema } from '#lib/schemas/observation'
import { observationParams } from '#lib/schemas/observation-id'
import { parseInput } from '#lib/schemas/parse'
import { getObservation as run } from '#lib/services/observations/get-observation'

export const getObservation = defineOperation({
  name: 'getObservation',
  method: 'GET',
  path: '/api/v1/observations/{id}',
  summary: 'Get one attested observation',
  description: 'One attested observation by the SHA-256 of its capture, with its on-chain anchor.',
  request: { params: observationParams },
  output: observationSchema,
  errors: ['not_found'],
  parse: ({ params }) => parseInput(observationParams, params),
  run: ({ ctx, input }) => run({ ctx, id: input.id }),
  payment: {
    flow: 'authorization',
    payTo: 'revenue',
    priceAtomic: ({ env }) => env.price.observationAtomic,
    quotesEmptyBody: false,
  },
})
