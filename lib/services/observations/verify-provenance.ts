import 'server-only'
import type { Context } from '#lib/adapters/context'
import type { ProvenanceResult } from '#lib/schemas/observation'
import { loadManifest } from '#lib/services/observations/load-manifest'
import { loadObservation } from '#lib/services/observations/load-observation'

/**
 * Whether a file's hash is attested, finally: a capture's, or that of the manifest of a model made from one. An unknown hash is an answer, not an error.
 *
 * @param args.hash as `observationIdInput` parses it: 64 lower-case hexadecimal digits
 */
export async function verifyProvenance(args: {
  ctx: Pick<Context, 'env' | 'db'>
  hash: string
}): Promise<ProvenanceResult> {
  const { ctx, hash } = args
  const found = (await loadObservation(ctx, hash)) ?? (await loadManifest(ctx, hash))
  if (!found) return { provenance_hash: `sha256:${hash}`, verified: false }
  const { provenance_hash, captured_at, geohash, anchor } = found
  return { provenance_hash, verified: true, captured_at, geohash, anchor }
}
