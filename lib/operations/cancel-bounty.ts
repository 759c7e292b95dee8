import { defineOperation } from '#lib/operations/define-operation'
import { bountyParams, bountySchema, idempotencyKeyHeaders, noBody } from '#lib/schemas/bounty'
import { parseInput } from '#lib/schemas/parse'
import { cancelBounty as run } from '#lib/services/bounties/cancel-bounty'

export const cancelBounty = defineOperation({
  name: 'cancelBounty',
  method: 'POST',
  path: '/api/v1/bounties/{id}/cancel',
  summary: 'Cancel a bounty',
  description:
    'Takes an open bounty back: its whole amount goes to the wallet that paid. Cancelling again is refused, unless it is the same request with the same `Idempotency-Key`: that gets the same answer. Takes no body.',
  request: { params: bountyParams, headers: idempotencyKeyHeaders },
  limit: 'light',
  output: bountySchema,
  status: 202,
  credential: 'agent_token',
  errors: ['unauthorized', 'not_open'],
  parse: ({ params, headers, body }) => {
    parseInput(noBody, body)
    return {
      bountyId: parseInput(bountyParams, params).id,
      idempotencyKey: parseInput(idempotencyKeyHeaders, headers)['Idempotency-Key'],
    }
  },
  run,
})
