import { Moment } from '#components/ui/moment'
import type { Submission } from '#lib/schemas/bounty'

/** Tells poster and contributor that the proof of a delivered film is not public yet, until when at most, and why. */
export function ProofWait({
  proof_status: status,
  proof_by: by,
}: Pick<Submission, 'proof_status' | 'proof_by'>) {
  if (status !== 'pending') return null
  if (!by) return <p className="text-sm text-soft">The proof of this film is being attested.</p>
  return (
    <p className="max-w-[65ch] text-sm text-soft">
      The proof of this film joins a tree by <Moment within iso={by} />. It waits a random time, together with
      other films, so that its publication time does not reveal its payment.
    </p>
  )
}
