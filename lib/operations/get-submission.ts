import { defineSessionOperation } from '#lib/operations/define-operation'
import { parseInput } from '#lib/schemas/parse'
import { ownSubmissionSchema, submissionParams } from '#lib/schemas/submission'
import { getSubmission as run } from '#lib/services/submissions/get-submission'

export const getSubmission = defineSessionOperation({
  name: 'getSubmission',
  method: 'GET',
  path: '/api/board/submissions/{submission_id}',
  summary: 'Get a submission of yours',
  description: 'What became of it so far. Each call signs fresh links.',
  request: { params: submissionParams },
  limit: 'light',
  output: ownSubmissionSchema,
  errors: ['unauthorized', 'not_found'],
  parse: ({ params }) => ({ submissionId: parseInput(submissionParams, params).submission_id }),
  run: ({ ctx, input, session }) => run({ ctx, input: { ...input, contributor: session.address } }),
})
