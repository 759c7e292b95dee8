import { z } from 'zod'
import { type ProofAnswer, proofAnswerSchema } from '#lib/schemas/proof'
import { proofLookupSchema } from '#lib/schemas/proof-lookup'
import { fetchJson, NotCheckedError } from './fetch-json.ts'

/** The two records that the service has about a fingerprint. */
export type Records = { proof: ProofAnswer; verified: boolean }

const who = 'This service'
const provenanceSchema = z.object({ verified: z.boolean() })

/**
 * The records of the service about fingerprints, in the same order. A single one is requested by its own addresses, whose answers browsers
 * cache; several are requested together.
 *
 * @param sha256 64 lower-case hex digits each, at most 50
 * @throws NotCheckedError when there is no usable answer
 */
export async function lookUp(sha256: readonly string[], signal: AbortSignal | undefined): Promise<Records[]> {
  const request = { who, ...(signal && { signal }) }
  const [first] = sha256
  if (first !== undefined && sha256.length === 1) {
    const [proof, { verified }] = await Promise.all([
      fetchJson({ ...request, url: `/api/proofs/${first}`, schema: proofAnswerSchema }),
      fetchJson({ ...request, url: `/api/v1/provenance/${first}`, schema: provenanceSchema }),
    ])
    return [{ proof, verified }]
  }
  const { answers } = await fetchJson({
    ...request,
    url: '/api/proofs',
    schema: proofLookupSchema,
    body: { sha256 },
  })
  if (answers.length !== sha256.length)
    throw new NotCheckedError(`${who} answered for other fingerprints than were asked for.`)
  return answers
}
