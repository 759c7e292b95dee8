import 'server-only'
import type { Context } from '#lib/adapters/context'
import type { ProofLookup } from '#lib/schemas/proof-lookup'
import { getProof } from '#lib/services/anchors/get-proof'
import { verifyProvenance } from '#lib/services/observations/verify-provenance'

/**
 * The proofs of many files, each beside the other record that is kept of it, so that whoever asks can see them differ.
 *
 * @param input.sha256 64 lower-case hex digits each; answered in this order, one after the other, so that a long list
 *   takes one connection of the database and no more
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
