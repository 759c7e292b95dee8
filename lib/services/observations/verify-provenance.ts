import 'server-only'
import type { Context } from '#lib/adapters/context'
import { isoTime } from '#lib/domain/text/iso-time'
import type { Observation, ProvenanceResult } from '#lib/schemas/observation'
import { loadUnsold } from '#lib/services/observations/load-unsold'
import { lookUpHash } from '#lib/services/observations/look-up-hash'

/**
 * Checks whether a hash belongs to a capture with a final attestation. An unknown hash is a normal answer and not an error. A
 * withdrawn capture is still attested, and the answer has the time of its withdrawal. The manifest of a 3D model does not count as
 * a capture; `getProof` has its proof.
 *
 * @param args.hash as `observationIdInput` parses it: 64 lower-case hexadecimal digits
 */
export async function verifyProvenance(args: {
  ctx: Pick<Context, 'env' | 'db' | 'sql'>
  hash: string
}): Promise<ProvenanceResult> {
  const { ctx, hash } = args
  const found = await lookUpHash({ ctx, hash })
  if (found.observation) return describe(found.observation)
  const unsold = found.isOtherCapture ? await loadUnsold(ctx, hash) : undefined
  if (!unsold || unsold.isManifest) return { provenance_hash: `sha256:${hash}`, verified: false }
  const { observation, withdrawnAt } = unsold
  return { ...describe(observation), ...(withdrawnAt ? { withdrawn_at: isoTime(withdrawnAt) } : {}) }
}

function describe({ provenance_hash, captured_at, geohash, anchor }: Observation): ProvenanceResult {
  return { provenance_hash, verified: true, captured_at, geohash, anchor }
}
