import Link from 'next/link'
import { Moment } from '#components/ui/moment'
import type { Submission } from '#lib/schemas/bounty'

/**
 * Tells poster and contributor that the proof of a delivered film is not public yet, until when at most, and why. A round can end with
 * a single film, at any setting, and then the time of publication does reveal the payment: the text promises no more.
 */
export function ProofWait({
  proof_status: status,
  proof_by: by,
}: Pick<Submission, 'proof_status' | 'proof_by'>) {
  if (status !== 'pending') return null
  if (!by) return <p className="text-sm text-soft">The proof of this film is being attested.</p>
  return (
    <p className="max-w-[65ch] text-sm text-soft">
      The proof of this film is published at the latest <Moment within iso={by} />, together with the proofs
      of the other films of this{' '}
      <Link href="/docs/privacy#from-a-payment-to-a-film" prefetch={false} className="link">
        round
      </Link>
      . Published together, they do not show which payment was for which film. If it is the only film of its
      round, the time of publication shows its payment.
    </p>
  )
}
