import { defineOperatorOperation } from '#lib/operations/define-operation'
import { operatorBountyDetailSchema, operatorBountyParams } from '#lib/schemas/operator-bounty'
import { parseInput } from '#lib/schemas/parse'
import { getOperatorBounty as run } from '#lib/services/operator/bounties/get-operator-bounty'

export const getOperatorBounty = defineOperatorOperation({
  name: 'getOperatorBounty',
  method: 'GET',
  path: '/api/operator/bounties/{bounty_id}',
  summary: 'Know everything of a bounty',
  description:
    'Where its money is and how it got there, every transaction asked for it, what happened to it, and what hinders it.',
  request: { params: operatorBountyParams },
  limit: 'light',
  output: operatorBountyDetailSchema,
  errors: ['unauthorized', 'not_found'],
  parse: ({ params }) => ({ bountyId: parseInput(operatorBountyParams, params).bounty_id }),
  run: ({ ctx, input }) => run({ ctx, input }),
})
