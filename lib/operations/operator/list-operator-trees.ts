import { defineOperatorOperation } from '#lib/operations/define-operation'
import { operatorTreesQuery, operatorTreesSchema } from '#lib/schemas/operator-captures'
import { parseInput } from '#lib/schemas/parse'
import { listOperatorTrees as run } from '#lib/services/anchors/list-operator-trees'

export const listOperatorTrees = defineOperatorOperation({
  name: 'listOperatorTrees',
  method: 'GET',
  path: '/api/operator/trees',
  summary: 'List trees, also those not attested yet',
  description: 'Newest first, each with its attestation and the transaction that makes it.',
  request: { query: operatorTreesQuery },
  limit: 'light',
  output: operatorTreesSchema,
  errors: ['unauthorized'],
  parse: ({ query }) => parseInput(operatorTreesQuery, query),
  run: ({ ctx, input }) => run({ ctx, input }),
})
