// Operations of contributors: submit a film, list own submissions, earnings.

import { placeOf } from '#lib/domain/bounty/bounty-place'
import { defineOperation, inputFrom } from '#lib/operations/define-operation'
import { bountyId, posted, submission, submissionId } from '#lib/operations/examples/bounty'
import { exampleProof } from '#lib/operations/examples/capture'
import { boardParams } from '#lib/schemas/board'
import { earningsSchema } from '#lib/schemas/earnings'
import { parseInput } from '#lib/schemas/parse'
import {
  createSubmissionInput,
  type OwnSubmission,
  ownSubmissionSchema,
  submissionParams,
  submissionsPageSchema,
  submissionsQuery,
} from '#lib/schemas/submission'
import { createSubmission as runCreateSubmission } from '#lib/services/submissions/create-submission'
import { getEarnings as runGetEarnings } from '#lib/services/submissions/get-earnings'
import { getSubmission as runGetSubmission } from '#lib/services/submissions/get-submission'
import { listSubmissions as runListSubmissions } from '#lib/services/submissions/list-submissions'

const {
  contributor_record: record,
  full_capture_url: _,
  model_glb_url: __,
  model_splats_url: ___,
  model_zip_url: ____,
  reconstruction_stage: _____,
  reconstruction_progress: ______,
  reconstruction_remaining_seconds: _______,
  reconstruction_mode: mode,
  reconstruction_retries_left: retriesLeft,
  ...shownToContributor
} = submission
const exampleSubmission = {
  ...shownToContributor,
  preview_status: 'pending',
  quality_status: 'pending',
  preview_url: null,
  sha256: exampleProof.sha256,
  original_url: null,
  accept_tx: null,
  paid_at: null,
  bounty: {
    bounty_id: bountyId,
    title: posted.title,
    geohash: placeOf(posted.brief) ?? null,
    amount_usdc: posted.amount_usdc,
    network: posted.network,
    deadline: posted.deadline,
    status: 'open',
    board_url: posted.board_url,
  },
}

const createSubmission = defineOperation({
  name: 'createSubmission',
  method: 'POST',
  path: '/api/board/bounties/{bounty_id}/submissions',
  credential: 'session',
  summary: 'Submit a film for a bounty',
  description:
    'Submits a finished upload of yours for an open bounty. You are paid, at the address you are signed in with, when the poster accepts it. Each file can be submitted once, by one wallet. Place and time come from the file; give them only if the file has none. If it is accepted, the poster, and nobody else, gets the file exactly as you uploaded it, with everything the camera wrote into it, including the exact place. Submitting the same upload for the same bounty again returns the existing submission.',
  request: { params: boardParams, body: createSubmissionInput },
  limit: 'light',
  output: ownSubmissionSchema,
  status: 201,
  location: (submission: OwnSubmission) => `/api/board/submissions/${submission.submission_id}`,
  errors: ['not_found', 'not_open', 'deadline_passed'],
  example: {
    params: { bounty_id: bountyId },
    body: { upload_id: `upl_${'3f'.repeat(16)}`, note: submission.note },
    output: exampleSubmission,
  },
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
    const { submissionId } = await runCreateSubmission({ ctx, input: { ...input, contributor } })
    return runGetSubmission({ ctx, input: { submissionId, contributor } })
  },
})

const listSubmissions = defineOperation({
  name: 'listSubmissions',
  method: 'GET',
  path: '/api/board/submissions',
  credential: 'session',
  summary: 'List your submissions',
  description:
    'All your submissions, newest first, with the result of the check and the transaction that paid you. `next_cursor` leads to the next page.',
  ...inputFrom('query', submissionsQuery),
  limit: 'light',
  output: submissionsPageSchema,
  example: { query: { limit: '20' }, output: { submissions: [exampleSubmission], next_cursor: null } },
  run: ({ ctx, input, session }) =>
    runListSubmissions({ ctx, input: { ...input, contributor: session.address } }),
})

const getSubmission = defineOperation({
  name: 'getSubmission',
  method: 'GET',
  path: '/api/board/submissions/{submission_id}',
  credential: 'session',
  summary: 'Get a submission of yours',
  description: 'Its current state. Each call signs new links.',
  request: { params: submissionParams },
  limit: 'light',
  output: ownSubmissionSchema,
  errors: ['not_found'],
  example: { params: { submission_id: submissionId }, output: exampleSubmission },
  access: 'owner',
  parse: ({ params }) => ({ submissionId: parseInput(submissionParams, params).submission_id }),
  run: ({ ctx, input, session }) =>
    runGetSubmission({ ctx, input: { ...input, contributor: session.address } }),
})

const getEarnings = defineOperation({
  name: 'getEarnings',
  method: 'GET',
  path: '/api/board/earnings',
  credential: 'session',
  summary: 'Get your earnings',
  description:
    'What your submissions have earned, and what they may still earn, by network; and the record that posters see beside your films.',
  output: earningsSchema,
  example: {
    output: {
      record,
      networks: [
        {
          network: posted.network,
          paid_usdc: 180,
          on_its_way_usdc: 0,
          waiting_usdc: 120,
          declined_usdc: 75,
          check_failed_usdc: 0,
          submissions: { paid: 2, on_its_way: 0, waiting: 1, declined: 1, check_failed: 0, not_accepted: 2 },
        },
      ],
    },
  },
  run: ({ ctx, session }) => runGetEarnings({ ctx, input: { contributor: session.address } }),
})

export const submissions = [createSubmission, listSubmissions, getSubmission, getEarnings]
