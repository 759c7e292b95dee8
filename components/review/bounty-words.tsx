import { UtcTime } from '#components/ui/utc-time'
import type { Bounty } from '#lib/schemas/bounty'

/** How a bounty stands, in a line, for its poster. */
export function BountyWords({ bounty }: { bounty: Bounty }) {
  return (
    <>
      {wordsOf(bounty)}
      {bounty.status === 'open' && (
        <>
          {' '}
          ·{' '}
          <span className="whitespace-nowrap">
            until <UtcTime iso={bounty.deadline} />
          </span>
        </>
      )}
    </>
  )
}

function wordsOf({ status, submissions }: Bounty): string {
  const films = submissions.length === 1 ? '1 film' : `${submissions.length} films`
  switch (status) {
    case 'paid':
    case 'creating':
      return 'Going into escrow'
    case 'open':
      return submissions.length === 0 ? 'No film yet' : `${films} to look at`
    case 'accepting':
      return 'Accepted; the contributor is being paid'
    case 'accepted':
      return 'Accepted and paid'
    case 'cancelling':
      return 'Cancelled; the money is on its way back'
    case 'cancelled':
      return 'Cancelled, everything paid back'
    case 'expired':
      return 'Over; the money is on its way back'
    case 'expired_refunded':
      return 'Over, everything paid back'
    case 'failed':
      return 'Could not be posted, everything paid back'
  }
}
