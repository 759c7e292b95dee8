import { defineSessionOperation } from '#lib/operations/define-operation'
import { boardParams } from '#lib/schemas/board'
import { parseInput } from '#lib/schemas/parse'
import { createSubmissionInput, type OwnSubmission, ownSubmissionSchema } from '#lib/schemas/submission'
import { createSubmission as run } from '#lib/services/submissions/create-submission'
import { getSubmission } from '#lib/services/submissions/get-submission'

export const createSubmission = defineSessionOperation({
  name: 'createSubmission',
  method: 'POST',
  path: '/api/board/bounties/{bounty_id}/submissions',
  summary: 'Hand in a film for a bounty',
  description:
    'Takes a finished upload of yours for an open bounty; you are paid, at the address you are signed in with, when its poster accepts it. A file is taken once, whoever hands it in. The place and time that the file carries count; give them for a file that carries none. If it is accepted, the poster gets the file exactly as you uploaded it, with everything the camera wrote into it, the exact place included; nobody else does. The same upload for the same bounty again answers the submission that is there.',
  request: { params: boardParams, body: createSubmissionInput },
  limit: 'light',
  output: ownSubmissionSchema,
  status: 201,
  location: (submission: OwnSubmission) => `/api/board/submissions/${submission.submission_id}`,
  errors: ['unauthorized', 'not_found', 'not_open', 'deadline_passed'],
  parse: ({ params, body }) => {
    const { bounty_id: bountyId } = parseInput(boardParams, params)
    const {
      upload_id: uploadId,
      captured_at: capturedAt,
      location: cell,
      note,
    } = parseInput(createSubmissionInput, body)
    return { bountyId, uploadId, capturedAt, cell, note }
  },
  run: async ({ ctx, input, session }): Promise<OwnSubmission> => {
    const contributor = session.address
    const { submissionId } = await run({ ctx, input: { ...input, contributor } })
    return getSubmission({ ctx, input: { submissionId, contributor } })
  },
})
