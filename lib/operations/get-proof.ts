import { z } from 'zod'
import { defineOperation } from '#lib/operations/define-operation'
import { observationIdInput } from '#lib/schemas/observation-id'
import { parseInput } from '#lib/schemas/parse'
import { proofAnswerSchema } from '#lib/schemas/proof'
import { getProof as run } from '#lib/services/anchors/get-proof'

/** An anchored proof never changes, but its capture may be withdrawn; a pending one may be anchored within seconds. */
const anchoredMaxAgeSeconds = 60
const otherMaxAgeSeconds = 5

const proofParams = z.object({ sha256: observationIdInput })

/** Beside the versioned interface: it is what our own pages and offline checks need. */
export const getProof = defineOperation({
  name: 'getProof',
  method: 'GET',
  path: '/api/proofs/{sha256}',
  summary: 'Get the portable proof of a file',
  description:
    'Everything needed to check a capture without this service: salt, fields, leaf, path, root, attestation.',
  request: { params: proofParams },
  output: proofAnswerSchema,
  errors: [],
  freshness: ({ status }) => ({
    maxAgeSeconds: status === 'anchored' ? anchoredMaxAgeSeconds : otherMaxAgeSeconds,
  }),
  parse: ({ params }) => parseInput(proofParams, params),
  run,
})
