import { defineOperation } from '#lib/operations/define-operation'
import { provenanceResultSchema } from '#lib/schemas/observation'
import { provenanceParams } from '#lib/schemas/observation-id'
import { parseInput } from '#lib/schemas/parse'
import { verifyProvenance as run } from '#lib/services/observations/verify-provenance'

/** An attested capture never changes, but it may be withdrawn; the tag makes asking again cheap. */
const verifiedMaxAgeSeconds = 60
const unverifiedMaxAgeSeconds = 15

export const verifyProvenance = defineOperation({
  name: 'verifyProvenance',
  method: 'GET',
  path: '/api/v1/provenance/{hash}',
  summary: 'Verify a file by its hash',
  description:
    'Whether a capture with this SHA-256 is attested on-chain, and if so when, where and by which anchor; and since when it is withdrawn, if it is. The manifest of a model is no capture: GET /api/proofs/{sha256} has its proof and what it was made from.',
  request: { params: provenanceParams },
  output: provenanceResultSchema,
  errors: [],
  parse: ({ params }) => parseInput(provenanceParams, params),
  run: ({ ctx, input }) => run({ ctx, hash: input.hash }),
  freshness: ({ verified }) => ({
    maxAgeSeconds: verified ? verifiedMaxAgeSeconds : unverifiedMaxAgeSeconds,
  }),
})
