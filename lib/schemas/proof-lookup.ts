import { z } from 'zod'
import { observationIdInput } from '#lib/schemas/observation-id'
import { proofAnswerSchema } from '#lib/schemas/proof'

/** As many as a check of a folder asks for at once; an answer then has at most about 200 kB. */
export const maxProofsAtOnce = 50

/** What `POST /api/proofs` takes. */
export const proofLookupInput = z.object({
  sha256: z
    .array(observationIdInput)
    .min(1, 'must name at least one file')
    .max(maxProofsAtOnce, `must name at most ${maxProofsAtOnce} files`)
    .meta({ description: `SHA-256 of each file, at most ${maxProofsAtOnce}.` }),
})

/** What it answers, in the order asked. */
export const proofLookupSchema = z.object({
  answers: z.array(
    z.object({
      proof: proofAnswerSchema,
      verified: z.boolean().meta({
        description: 'What GET /api/v1/provenance/{hash} says: a second record, kept apart from the proofs.',
      }),
    }),
  ),
})

export type ProofLookup = z.output<typeof proofLookupSchema>
