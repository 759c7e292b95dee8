import { defineOperatorOperation } from '#lib/operations/define-operation'
import { historyQuery, historySchema } from '#lib/schemas/operator-history'
import { parseInput } from '#lib/schemas/parse'
import { readHistory } from '#lib/services/health/read-history'

export const getHistory = defineOperatorOperation({
  name: 'getHistory',
  method: 'GET',
  path: '/api/operator/history',
  summary: 'See how the service stood over time',
  description:
    'Money held, bounties by state, transactions under way and payments, as workers noted them every five minutes.',
  request: { query: historyQuery },
  limit: 'light',
  output: historySchema,
  errors: ['unauthorized'],
  parse: ({ query }) => parseInput(historyQuery, query),
  run: ({ ctx, input }) => readHistory({ ctx, input }),
})
