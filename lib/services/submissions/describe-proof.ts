import type { submissionFile } from '#db/schema/submission'
import type { tree } from '#db/schema/tree'
import type { Env } from '#lib/adapters/env'
import { isoSeconds } from '#lib/domain/text/iso-time'
import type { Submission } from '#lib/schemas/bounty'

/** The stored columns of the proof of a film; all `null` for a submission without a film. */
export type ProofColumns = {
  deliveredAt: (typeof submissionFile.$inferSelect)['deliveredAt']
  treeId: number | null
  treeState: (typeof tree.$inferSelect)['state'] | null
}

/** The progress of a film's proof. The end of its round is secret, so the latest possible time follows from its own delivery alone. */
export function describeProof(
  { anchor }: Pick<Env, 'anchor'>,
  { deliveredAt, treeId, treeState }: ProofColumns,
): Pick<Submission, 'proof_status' | 'proof_by'> {
  if (!deliveredAt) return { proof_status: 'none', proof_by: null }
  if (treeState === 'final') return { proof_status: 'anchored', proof_by: null }
  const latest = deliveredAt.getTime() / 1_000 + anchor.deliveryDelaySeconds + anchor.maxAgeSeconds
  return { proof_status: 'pending', proof_by: treeId === null ? isoSeconds(Math.ceil(latest)) : null }
}
