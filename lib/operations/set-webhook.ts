import { defineOperation } from '#lib/operations/define-operation'
import { bountyParams } from '#lib/schemas/bounty'
import { parseInput } from '#lib/schemas/parse'
import { setWebhookInput, webhookSchema } from '#lib/schemas/webhook'
import { setWebhook as run } from '#lib/services/webhooks/set-webhook'

export const setWebhook = defineOperation({
  name: 'setWebhook',
  method: 'POST',
  path: '/api/v1/bounties/{id}/webhook',
  summary: 'Be told of what happens to a bounty',
  description:
    'From now on each change of the status and each submission is posted to this URL, signed as Standard Webhooks has it (`webhook-id`, `webhook-timestamp`, `webhook-signature`): `bounty.status_changed`, `submission.received`, `submission.changed`. They come in order; one that is not answered with 2xx comes again for a day and a half, and the next ones wait for it. A message may come twice, with the same `webhook-id`. `rotate_secret` replaces the key that messages are signed with. Looking at the bounty stays the surest way.',
  request: { params: bountyParams, body: setWebhookInput({ mayBeLocal: false }) },
  limit: 'light',
  output: webhookSchema,
  credential: 'agent_token',
  errors: ['unauthorized'],
  parse: ({ params, body }, { env }) => ({
    bountyId: parseInput(bountyParams, params).id,
    ...parseInput(setWebhookInput({ mayBeLocal: env.mode === 'sandbox' }), body),
  }),
  run,
})
