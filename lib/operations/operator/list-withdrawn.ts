import { defineOperatorOperation } from '#lib/operations/define-operation'
import { operatorWithdrawalsQuery, operatorWithdrawalsSchema } from '#lib/schemas/operator-captures'
import { parseInput } from '#lib/schemas/parse'
import { listWithdrawn as run } from '#lib/services/captures/list-withdrawn'

export const listWithdrawn = defineOperatorOperation({
  name: 'listWithdrawn',
  method: 'GET',
  path: '/api/operator/withdrawals',
  summary: 'List withdrawn captures',
  description: 'The latest first, with the reason of the public count.',
  request: { query: operatorWithdrawalsQuery },
  limit: 'light',
  output: operatorWithdrawalsSchema,
  errors: ['unauthorized'],
  parse: ({ query }) => parseInput(operatorWithdrawalsQuery, query),
  run: ({ ctx, input }) => run({ ctx, input }),
})
