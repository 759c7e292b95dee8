import 'server-only'
import type { Context } from '#lib/adapters/context'
import { isoTime } from '#lib/domain/iso-time'
import type { Observation, ProvenanceResult } from '#lib/schemas/observation'
import { loadObservation } from '#lib/services/observations/load-observation'
import { loadUnsold } from '#lib/services/observations/load-unsold'

/**
 * Whether a hash is that of a capture which is attested, finally. An unknown hash is an answer, not an error; a withdrawn capture
 * stays attested, and it is said that it was withdrawn. The manifest of a model is no capture: its proof, and what it was made
 * from, are at `getProof`.
 *
 * @param args.hash as `observationIdInput` parses it: 64 lower-case hexadecimal digits
 */
export async function verifyProvenance(args: {
  ctx: Pick<Context, 'env' | 'db'>
  hash: string
}): Promise<ProvenanceResult> {
  const { ctx, hash } = args
  const observed = await loadObservation(ctx, hash)
  if (observed) return describe(observed)
  const unsold = await loadUnsold(ctx, hash)
  if (!unsold || unsold.isManifest) return { provenance_hash: `sha256:${hash}`, verified: false }
  const { observation, withdrawnAt } = unsold
  return { ...describe(observation), ...(withdrawnAt ? { withdrawn_at: isoTime(withdrawnAt) } : {}) }
}

function describe({ provenance_hash, captured_at, geohash, anchor }: Observation): ProvenanceResult {
  return { provenance_hash, verified: true, captured_at, geohash, anchor }
}
