import Link from 'next/link'
import { Moment } from '#components/ui/moment'
import { serviceNow } from '#lib/client/service-clock'
import type { Submission } from '#lib/schemas/bounty'

const lateMs = 5 * 60_000

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
  const leftMs = Date.parse(by) - serviceNow().getTime()
  const isDue = leftMs < 60_000
  return (
    <p className="max-w-[65ch] text-sm text-soft">
      {isDue ? (
        leftMs < -lateMs ? (
          'The proof of this film is late: it should have been published already.'
        ) : (
          'The proof of this film is about to be published.'
        )
      ) : (
        <>
          The proof of this film is published by <Moment within iso={by} />. Until then we wait for more
          films, to publish their proofs together: payments are public, and a proof that appears alone right
          after a payment shows which film was paid. If no other film comes by then, this proof is published
          alone, and anyone can tell that this film was paid.
        </>
      )}{' '}
      <Link href="/docs/privacy#from-a-payment-to-a-film" prefetch={false} className="link">
        More on this wait
      </Link>
    </p>
  )
}
