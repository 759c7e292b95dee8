import { Moment } from '#components/ui/moment'
import { readableUsdc, wholeUsdc } from '#lib/domain/money/money'
import type { Bounty } from '#lib/schemas/bounty'
import { isToReview } from './need-of.ts'

/**
 * The state of a bounty in a line, for its poster. For a bounty that ended without an accepted film, it says where the money is. Whether
 * an open bounty has films is said below it.
 */
export function BountyWords({ bounty }: { bounty: Bounty }) {
  if (bounty.status !== 'open') return refundText(bounty) ?? stateText(bounty)
  return (
    <>
      Open until <Moment within iso={bounty.deadline} />
    </>
  )
}

/** What became of the money of a bounty that ended without an accepted film; `undefined` for any other bounty. */
function refundText({ status, amount_usdc, submissions }: Bounty) {
  const all = `All ${readableUsdc(wholeUsdc(amount_usdc))} USDC`
  const underWay = `${all} are on their way back to the wallet that paid.`
  const refunded = `${all} went back to the wallet that paid.`
  const over = `The deadline passed${noFilmWasPaid(submissions.length)}.`
  switch (status) {
    case 'cancelling':
      return `Cancelled. ${underWay}`
    case 'cancelled':
      return `Cancelled. ${refunded}`
    case 'expired':
      return `${over} ${underWay}`
    case 'expired_refunded':
      return `${over} ${refunded}`
    case 'failed':
      return `It could not be posted. ${refunded}`
    default:
      return undefined
  }
}

/** Not "accepted": a film that was accepted in time is not paid if its payment arrives after the deadline. */
function noFilmWasPaid(count: number): string {
  if (count === 0) return ' without a film'
  return count === 1 ? ', and its film was not paid for' : `, and none of its ${count} films was paid for`
}

function openText(submissions: Bounty['submissions']): string {
  if (submissions.length === 0) return 'No films yet'
  const toReview = submissions.filter(isToReview).length
  if (toReview > 0) return `${countFilms(toReview)} to review`
  const unseen = submissions.filter(({ declined }) => !declined).length
  return unseen > 0 ? `${countFilms(unseen)} without a preview` : 'Waiting for another take'
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
