import { defineOperation } from '#lib/operations/define-operation'
import { parseInput } from '#lib/schemas/parse'
import { proofLookupInput, proofLookupSchema } from '#lib/schemas/proof-lookup'
import { lookUpProofs as run } from '#lib/services/anchors/look-up-proofs'

/** For a folder of files: asked one by one they would soon be too many requests. */
export const lookUpProofs = defineOperation({
  name: 'lookUpProofs',
  method: 'POST',
  onlyReads: true,
  path: '/api/proofs',
  summary: 'Get the proofs of many files',
  description:
    'The portable proofs of up to 50 files at once, and for each whether it is attested. A file that is not known is an answer, not an error.',
  request: { body: proofLookupInput },
  output: proofLookupSchema,
  errors: [],
  parse: ({ body }) => parseInput(proofLookupInput, body),
  run,
})
