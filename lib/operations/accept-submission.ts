import { defineOperation } from '#lib/operations/define-operation'
import { acceptSubmissionInput, bountyParams, bountySchema, idempotencyKeyHeaders } from '#lib/schemas/bounty'
import { parseInput } from '#lib/schemas/parse'
import { acceptSubmission as run } from '#lib/services/bounties/accept-submission'

export const acceptSubmission = defineOperation({
  name: 'acceptSubmission',
  method: 'POST',
  path: '/api/v1/bounties/{id}/accept',
  summary: 'Accept a submission',
  description:
    'Chooses the submission that is paid, for good: the escrow is released to its contributor, and its 3D model is made. Accepting again is refused, unless it is the same request with the same `Idempotency-Key`: that gets the same answer.',
  request: { params: bountyParams, headers: idempotencyKeyHeaders, body: acceptSubmissionInput },
  limit: 'light',
  output: bountySchema,
  status: 202,
  credential: 'agent_token',
  errors: ['unauthorized', 'not_found', 'not_open', 'deadline_passed'],
  parse: ({ params, headers, body }) => ({
    bountyId: parseInput(bountyParams, params).id,
    idempotencyKey: parseInput(idempotencyKeyHeaders, headers)['Idempotency-Key'],
    submissionId: parseInput(acceptSubmissionInput, body).submission_id,
  }),
  run,
})
