import { defineOperatorOperation } from '#lib/operations/define-operation'
import { operatorChainsSchema } from '#lib/schemas/operator-chain'
import { readLanes } from '#lib/services/operator/chains/read-lanes'

export const getChains = defineOperatorOperation({
  name: 'getChains',
  method: 'GET',
  path: '/api/operator/chains',
  summary: 'See the networks and the lanes',
  description: 'Each endpoint of each network as it answers now, and each key of ours on each chain.',
  request: {},
  limit: 'light',
  output: operatorChainsSchema,
  errors: ['unauthorized'],
  parse: () => ({}),
  run: ({ ctx }) => readLanes({ ctx }),
})
