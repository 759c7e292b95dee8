import { defineOperation } from '#lib/operations/define-operation'
import { bountyParams } from '#lib/schemas/bounty'
import { parseInput } from '#lib/schemas/parse'
import { webhookSchema } from '#lib/schemas/webhook'
import { getWebhook as run } from '#lib/services/webhooks/get-webhook'

export const getWebhook = defineOperation({
  name: 'getWebhook',
  method: 'GET',
  path: '/api/v1/bounties/{id}/webhook',
  summary: 'Where a bounty’s messages go',
  description:
    'The URL that is told of what happens to a bounty, the key its messages are signed with, and how the last one fared.',
  request: { params: bountyParams },
  limit: 'light',
  output: webhookSchema,
  credential: 'agent_token',
  errors: ['unauthorized'],
  parse: ({ params }) => ({ bountyId: parseInput(bountyParams, params).id }),
  run,
})
