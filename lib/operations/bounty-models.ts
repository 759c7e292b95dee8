// Operations of the 3D model of a bounty: share its page, make it again.

import { defineOperation } from '#lib/operations/define-operation'
import { bountyId, posted, signedUrl, submission } from '#lib/operations/examples/bounty'
import {
  bountyParams,
  bountySchema,
  idempotencyKeyHeaders,
  modelRetries,
  retryModelInput,
} from '#lib/schemas/bounty'
import { parseInput } from '#lib/schemas/parse'
import { sharedModelSchema, shareModelInput } from '#lib/schemas/shared-model'
import { retryModel as runRetryModel } from '#lib/services/models/retry-model'
import { shareModel as runShareModel } from '#lib/services/models/share-model'

export const shareModel = defineOperation({
  name: 'shareModel',
  method: 'POST',
  path: '/api/v1/bounties/{id}/share',
  credential: 'agent_token',
  summary: 'Publish or withdraw the page of a 3D model',
  description:
    'Publishes a page on which anyone with its link sees the model of the accepted submission, the title, the area as a cell of six geohash characters, and the time; never the film, and not where its camera stood. Off until you publish it. A withdrawn page is gone at once, and publishing again gives another link.',
  request: { params: bountyParams, body: shareModelInput },
  limit: 'light',
  output: sharedModelSchema,
  errors: ['not_found', 'conflict'],
  example: {
    params: { id: bountyId },
    body: { shared: true },
    output: { page_url: 'https://cairn.example/models/mdl_6f1d0c2b9a8e4f7d8c3b2a1908f7e6d5' },
  },
  parse: ({ params, body }) => ({
    bountyId: parseInput(bountyParams, params).id,
    shared: parseInput(shareModelInput, body).shared,
  }),
  run: runShareModel,
})

export const retryModel = defineOperation({
  name: 'retryModel',
  method: 'POST',
  path: '/api/v1/bounties/{id}/model/retry',
  credential: 'agent_token',
  summary: 'Make a failed 3D model again',
  description: `Makes the 3D model of the accepted submission again, if its \`reconstruction_status\` is \`failed\`: as before, or in another mode. \`reconstruction_reason\` says why it failed. At most ${modelRetries} times for a bounty. No money moves. A repetition with the same \`Idempotency-Key\` changes nothing.`,
  request: { params: bountyParams, headers: idempotencyKeyHeaders, body: retryModelInput },
  limit: 'light',
  output: bountySchema,
  status: 202,
  errors: ['not_found', 'conflict'],
  example: {
    params: { id: bountyId },
    body: { mode: 'relaxed' },
    output: {
      ...posted,
      status: 'accepted',
      accept_tx: `0x${'c3'.repeat(32)}`,
      submissions: [
        {
          ...submission,
          accepted: true,
          full_capture_url: signedUrl('film.mp4'),
          reconstruction_status: 'queued',
          reconstruction_progress: 0,
          reconstruction_mode: 'relaxed',
          reconstruction_retries_left: 2,
        },
      ],
    },
  },
  parse: ({ params, headers, body }) => ({
    bountyId: parseInput(bountyParams, params).id,
    idempotencyKey: parseInput(idempotencyKeyHeaders, headers)['Idempotency-Key'],
    mode: parseInput(retryModelInput, body).mode,
  }),
  run: runRetryModel,
})
