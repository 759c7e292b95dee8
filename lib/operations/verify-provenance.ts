import { defineOperation } from '#lib/operations/define-operation'
import { provenanceResultSchema } from '#lib/schemas/observation'
import { provenanceParams } from '#lib/schemas/observation-id'
import { parseInput } from '#lib/schemas/parse'
import { verifyProvenance as run } from '#lib/services/observations/verify-provenance'

/** An attested capture never changes; the short limits are for links in the answer that may. */
const verifiedMaxAgeSeconds = 3_600
const unverifiedMaxAgeSeconds = 15

export const verifyProvenance = defineOperation({
  name: 'verifyProvenance',
  method: 'GET',
  path: '/api/v1/provenance/{hash}',
  summary: 'Verify a file by its hash',
  description:
    'Whether a capture with this SHA-256 is attested on-chain, and if so when, where and by which anchor.',
  request: { params: provenanceParams },
  output: provenanceResultSchema,
  errors: [],
  parse: ({ params }) => parseInput(provenanceParams, params),
  run: ({ ctx, input }) => run({ ctx, hash: input.hash }),
  freshness: ({ verified }) => ({
    maxAgeSeconds: verified ? verifiedMaxAgeSeconds : unverifiedMaxAgeSeconds,
  }),
})
