import 'server-only'
import type { Context } from '#lib/adapters/context'
import type { ProofLookup } from '#lib/schemas/proof-lookup'
import { getProof } from '#lib/services/anchors/get-proof'
import { verifyProvenance } from '#lib/services/observations/verify-provenance'

/**
 * The proofs of many files, each with the separately stored record of its provenance, so that the caller can compare the two.
 *
 * @param input.sha256 64 lower-case hex digits each. Read one after the other, so that a long list uses one database connection
 */
export async function lookUpProofs(args: {
  ctx: Context
  input: { sha256: readonly string[] }
}): Promise<ProofLookup> {
  const { ctx, input } = args
  const answers: ProofLookup['answers'] = []
  for (const sha256 of input.sha256) {
    const proof = await getProof({ ctx, input: { sha256 } })
    const { verified } = await verifyProvenance({ ctx, hash: sha256 })
    answers.push({ proof, verified })
  }
  return { answers }
}
