// Console: waiting captures, manifests, trees, withdrawals.

import { defineOperation, inputFrom } from '#lib/operations/define-operation'
import {
  intakeSchema,
  manifestQuery,
  operatorCaptureParams,
  operatorCaptureSchema,
  operatorCapturesQuery,
  operatorCapturesSchema,
  operatorTreesQuery,
  operatorTreesSchema,
  operatorWithdrawalsQuery,
  operatorWithdrawalsSchema,
  takenManifestSchema,
} from '#lib/schemas/operator-captures'
import { listOperatorTrees as runListOperatorTrees } from '#lib/services/anchors/list-operator-trees'
import { getCapture as runGetCapture } from '#lib/services/captures/get-capture'
import { getIntake as runGetIntake } from '#lib/services/captures/get-intake'
import { listCaptures as runListCaptures } from '#lib/services/captures/list-captures'
import { listWithdrawn as runListWithdrawn } from '#lib/services/captures/list-withdrawn'
import { takeManifest as runTakeManifest } from '#lib/services/captures/take-manifest'

export const getIntake = defineOperation({
  name: 'getIntake',
  method: 'GET',
  path: '/api/operator/captures',
  credential: 'operator',
  summary: 'See captures that wait for a tree',
  description: 'How many captures wait, since when, and when the next tree is built.',
  output: intakeSchema,
  run: ({ ctx }) => runGetIntake({ ctx }),
})

/** About half a million captures. Longer manifests are read by the command line (`npm run ingest`). */
const maxBytes = 64 * 1024 * 1024

export const takeManifest = defineOperation({
  name: 'takeManifest',
  method: 'POST',
  path: '/api/operator/manifests',
  credential: 'operator',
  summary: 'Import a manifest of captures',
  description:
    'NDJSON, a capture a line: {"sha256", "geohash" or "lat" and "lon", "captured_at"}. Only the six-character cell of the place is stored. The manifest is stored completely or not at all; invalid lines are counted and skipped. The same manifest again changes nothing.',
  ...inputFrom('query', manifestQuery),
  takes: { type: 'application/x-ndjson', maxBytes },
  output: takenManifestSchema,
  errors: ['body_too_large'],
  run: ({ ctx, input: { reason }, body, operator, requestId }) =>
    runTakeManifest({ ctx, input: { source: body, reason }, operator, requestId }),
})

export const getCapture = defineOperation({
  name: 'getCapture',
  method: 'GET',
  path: '/api/operator/captures/{id}',
  credential: 'operator',
  summary: 'Look at one capture',
  description: 'Where it came from, which tree and leaf it is, and whether it is withdrawn.',
  ...inputFrom('params', operatorCaptureParams),
  output: operatorCaptureSchema,
  errors: ['not_found'],
  run: ({ ctx, input }) => runGetCapture({ ctx, input }),
})

export const listCaptures = defineOperation({
  name: 'listCaptures',
  method: 'GET',
  path: '/api/operator/newest-captures',
  credential: 'operator',
  summary: 'List captures',
  description: 'Those that wait for a tree, then those of each tree, the newest first.',
  ...inputFrom('query', operatorCapturesQuery),
  output: operatorCapturesSchema,
  run: ({ ctx, input }) => runListCaptures({ ctx, input }),
})

export const listOperatorTrees = defineOperation({
  name: 'listOperatorTrees',
  method: 'GET',
  path: '/api/operator/trees',
  credential: 'operator',
  summary: 'List trees, also those not attested yet',
  description: 'Newest first, each with its attestation and the transaction that makes it.',
  ...inputFrom('query', operatorTreesQuery),
  output: operatorTreesSchema,
  run: ({ ctx, input }) => runListOperatorTrees({ ctx, input }),
})

export const listWithdrawn = defineOperation({
  name: 'listWithdrawn',
  method: 'GET',
  path: '/api/operator/withdrawals',
  credential: 'operator',
  summary: 'List withdrawn captures',
  description: 'The latest first, with the reason of the public count.',
  ...inputFrom('query', operatorWithdrawalsQuery),
  output: operatorWithdrawalsSchema,
  run: ({ ctx, input }) => runListWithdrawn({ ctx, input }),
})

export const captures = [getIntake, takeManifest, listCaptures, getCapture, listOperatorTrees, listWithdrawn]
