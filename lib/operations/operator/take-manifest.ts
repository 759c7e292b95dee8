import { defineIntakeOperation } from '#lib/operations/define-operation'
import { manifestQuery, takenManifestSchema } from '#lib/schemas/operator-captures'
import { parseInput } from '#lib/schemas/parse'
import { takeManifest as run } from '#lib/services/captures/take-manifest'

/** Half a million captures, in the words of a usual manifest; longer ones come by the command line. */
const maxBytes = 64 * 1024 * 1024

export const takeManifest = defineIntakeOperation({
  name: 'takeManifest',
  method: 'POST',
  path: '/api/operator/manifests',
  summary: 'Take in a manifest of captures',
  description:
    'NDJSON, a capture a line: {"sha256", "geohash" or "lat" and "lon", "captured_at"}. Of the place only the six-character cell is kept. All of it is taken in, or nothing; lines that are none are counted and left out. The same manifest again changes nothing.',
  request: { query: manifestQuery },
  takes: { type: 'application/x-ndjson', maxBytes },
  limit: 'light',
  output: takenManifestSchema,
  errors: ['unauthorized', 'body_too_large'],
  parse: ({ query }) => parseInput(manifestQuery, query),
  run: ({ ctx, input: { reason }, body, operator, requestId }) =>
    run({ ctx, input: { source: body, reason }, operator, requestId }),
})
