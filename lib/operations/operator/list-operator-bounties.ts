import { defineOperatorOperation } from '#lib/operations/define-operation'
import { operatorBountiesQuery, operatorBountyPageSchema } from '#lib/schemas/operator-bounty'
import { parseInput } from '#lib/schemas/parse'
import { listOperatorBounties as run } from '#lib/services/operator/bounties/list-operator-bounties'

export const listOperatorBounties = defineOperatorOperation({
  name: 'listOperatorBounties',
  method: 'GET',
  path: '/api/operator/bounties',
  summary: 'List all bounties',
  description: 'In every state, with where the money is, how long that has been so, and what hinders it.',
  request: { query: operatorBountiesQuery },
  limit: 'light',
  output: operatorBountyPageSchema,
  errors: ['unauthorized'],
  parse: ({ query }) => parseInput(operatorBountiesQuery, query),
  run: ({ ctx, input }) => run({ ctx, input }),
})
