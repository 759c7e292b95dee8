import { defineOperation } from '#lib/operations/define-operation'
import { bountyParams, bountySchema } from '#lib/schemas/bounty'
import { parseInput } from '#lib/schemas/parse'
import { getBounty as run } from '#lib/services/bounties/get-bounty'

export const getBounty = defineOperation({
  name: 'getBounty',
  method: 'GET',
  path: '/api/v1/bounties/{id}',
  summary: 'Get a bounty',
  description: 'A bounty as it stands now, with its submissions.',
  request: { params: bountyParams },
  limit: 'light',
  output: bountySchema,
  credential: 'agent_token',
  errors: ['unauthorized'],
  parse: ({ params }) => parseInput(bountyParams, params),
  run: ({ ctx, input }) => run({ ctx, input: { bountyId: input.id } }),
})
