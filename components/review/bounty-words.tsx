import { Moment } from '#components/ui/moment'
import type { Bounty } from '#lib/schemas/bounty'

/** The state of a bounty in a line, for its poster. If an open bounty has no films, a line below says so. */
export function BountyWords({ bounty }: { bounty: Bounty }) {
  if (bounty.status !== 'open') return stateText(bounty)
  return (
    <>
      Open until <Moment within iso={bounty.deadline} />
    </>
  )
}

function openText(submissions: Bounty['submissions']): string {
  if (submissions.length === 0) return 'No films yet'
  const undecided = submissions.filter(({ declined }) => !declined).length
  return undecided > 0 ? `${countFilms(undecided)} to review` : 'Waiting for another take'
}

/** `1 film`, `3 films` */
export function countFilms(count: number): string {
  return count === 1 ? '1 film' : `${count} films`
}

/** The state alone. */
export function stateText({ status, submissions }: Bounty): string {
  switch (status) {
    case 'paid':
    case 'creating':
      return 'Going into escrow'
    case 'open':
      return openText(submissions)
    case 'accepting':
      return 'Accepted, paying the contributor'
    case 'accepted':
      return 'Accepted and paid'
    case 'cancelling':
      return 'Cancelled, refund on its way'
    case 'cancelled':
      return 'Cancelled and refunded'
    case 'expired':
      return 'Deadline passed, refund on its way'
    case 'expired_refunded':
      return 'Deadline passed, refunded'
    case 'failed':
      return 'Could not be posted, refunded'
  }
}
