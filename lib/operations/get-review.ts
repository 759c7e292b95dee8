import { defineOperation } from '#lib/operations/define-operation'
import { bountyParams } from '#lib/schemas/bounty'
import { parseInput } from '#lib/schemas/parse'
import { reviewSchema } from '#lib/schemas/review'
import { getReview as run } from '#lib/services/bounties/get-review'

export const getReview = defineOperation({
  name: 'getReview',
  method: 'GET',
  path: '/api/review/bounties/{id}',
  summary: 'Review the submissions of a bounty',
  description:
    'The bounty as it stands now, with more of each submission than its fixed members: whom accepting it would pay, why the check failed, what was measured, a still to show, how far the model is, and a light copy of it to look at.',
  request: { params: bountyParams },
  limit: 'light',
  output: reviewSchema,
  credential: 'agent_token',
  errors: ['unauthorized'],
  parse: ({ params }) => parseInput(bountyParams, params),
  run: ({ ctx, input }) => run({ ctx, input: { bountyId: input.id } }),
})
