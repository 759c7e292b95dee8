import { z } from 'zod'
import { observationIdInput } from '#lib/schemas/observation-id'
import { proofAnswerSchema } from '#lib/schemas/proof'

/** The number of files that a check of a folder sends at once. The answer then has at most about 200 kB. */
const maxProofsAtOnce = 50

/** The body of `POST /api/proofs`. */
export const proofLookupInput = z.object({
  sha256: z
    .array(observationIdInput)
    .min(1, 'must name at least one file')
    .max(maxProofsAtOnce, `must name at most ${maxProofsAtOnce} files`)
    .describe(`SHA-256 of each file, at most ${maxProofsAtOnce}.`),
})

/** The answer of `POST /api/proofs`, in the order of the request. */
export const proofLookupSchema = z.object({
  answers: z.array(
    z.object({
      proof: proofAnswerSchema,
      verified: z
        .boolean()
        .describe('`verified` of GET /api/v1/provenance/{hash}, which is stored separately from the proofs.'),
    }),
  ),
})

export type ProofLookup = z.output<typeof proofLookupSchema>
