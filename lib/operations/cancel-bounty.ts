import { defineOperation } from '#lib/operations/define-operation'
import { bountyParams, bountySchema, noBody } from '#lib/schemas/bounty'
import { parseInput } from '#lib/schemas/parse'
import { cancelBounty as run } from '#lib/services/bounties/cancel-bounty'

export const cancelBounty = defineOperation({
  name: 'cancelBounty',
  method: 'POST',
  path: '/api/v1/bounties/{id}/cancel',
  summary: 'Cancel a bounty',
  description:
    'Takes an open bounty back: its whole amount goes to the wallet that paid. Cancelling again changes nothing. Takes no body.',
  request: { params: bountyParams },
  limit: 'light',
  output: bountySchema,
  status: 202,
  credential: 'agent_token',
  errors: ['unauthorized', 'not_open'],
  parse: ({ params, body }) => {
    parseInput(noBody, body)
    return { bountyId: parseInput(bountyParams, params).id }
  },
  run,
})
