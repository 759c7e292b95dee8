import type { ReactNode } from 'react'
import { Moment } from '#components/ui/moment'
import type { StepState } from '#components/ui/step-mark'
import { wasNotChecked } from '#lib/domain/film/not-checked'
import { readableUsdc, wholeUsdc } from '#lib/domain/money/money'
import type { OwnSubmission } from '#lib/schemas/submission'

export type Step = { is: StepState; title: string; text?: ReactNode }

/**
 * The steps of a film from upload to payment.
 *
 * @param network its name
 * @param chosen the number of another film of the same contributor that was accepted for the bounty
 */
export function stepsOf(submission: OwnSubmission, network: string, chosen?: number): Step[] {
  return [
    { is: 'done', title: 'Submitted', text: <Moment iso={submission.submitted_at} /> },
    checkOf(submission),
    decisionOf(submission, chosen),
    paymentOf(submission, network),
  ]
}

function checkOf(submission: OwnSubmission): Step {
  const { quality_status: quality, preview_status: preview, bounty } = submission
  const isOpen = bounty.status === 'open'
  const isHidden = wasHidden(submission)
  if (quality === 'pending') return { is: 'now', title: 'Being checked', text: 'Usually within a minute.' }
  if (quality === 'fail') {
    const text = isOpen && !isHidden ? previewText[preview] : undefined
    if (wasNotChecked(submission)) return { is: 'later', title: 'Could not be checked', text }
    // Below a decline stands how to submit another take.
    if (submission.declined && isOpen) return { is: 'wrong', title: 'Technical check not passed' }
    const next = preview === 'failed' || isHidden ? 'Submit another film.' : 'You can submit a better one.'
    return {
      is: 'wrong',
      title: 'Technical check not passed',
      text: isOpen && [text, next].filter(Boolean).join(' '),
    }
  }
  return {
    is: 'done',
    title: 'Technical check passed',
    text: isHidden || !isOpen ? undefined : previewText[preview],
  }
}

const previewText: Record<OwnSubmission['preview_status'], string> = {
  pending: 'Its preview is being made.',
  ready: 'The poster sees its preview.',
  failed: 'No preview could be made of it.',
}

/** True if the poster is not shown the film, because an operator hides it. */
function wasHidden({ moderation = [] }: OwnSubmission): boolean {
  return moderation.some(({ measure }) => measure === 'hidden')
}

function decisionOf(submission: OwnSubmission, chosen: number | undefined): Step {
  const { accepted, declined, bounty, quality_status: quality, preview_status: preview } = submission
  if (accepted) return { is: 'done', title: 'Accepted' }
  if (declined && bounty.status === 'open')
    return {
      is: 'wrong',
      title: 'Declined',
      text: (
        <>
          The poster asks for another take, until <Moment within iso={bounty.deadline} />.
        </>
      ),
    }
  if (bounty.status === 'open') {
    const until = <Moment within iso={bounty.deadline} />
    if (quality === 'fail' && preview === 'failed')
      return {
        is: 'later',
        title: 'The poster decides',
        text: <>They cannot watch it. They can still accept it, until {until}.</>,
      }
    return {
      is: quality === 'pending' ? 'later' : 'now',
      title: 'The poster decides',
      text: (
        <>
          {quality === 'fail' && !wasHidden(submission) ? 'They can still accept it, until' : 'Until'} {until}
          .
        </>
      ),
    }
  }
  if (chosen !== undefined)
    return { is: 'later', title: 'Not chosen', text: `Your film ${chosen} was accepted.` }
  return { is: 'wrong', title: 'Not accepted', text: whyNot[bounty.status] }
}

const whyNot: Record<Exclude<OwnSubmission['bounty']['status'], 'open'>, string> = {
  being_posted: 'The bounty is not posted yet.',
  not_posted: 'The bounty could not be posted.',
  accepted: 'Another film was accepted.',
  paid_out: 'Another film was accepted.',
  cancelled: 'The poster cancelled the bounty.',
  over: 'The bounty ended without an accepted film.',
}

/** Why a film that was not accepted is not paid. */
const whyUnpaid: Partial<Record<OwnSubmission['bounty']['status'], string>> = {
  accepted: 'Only the accepted film is paid.',
  paid_out: 'Only the accepted film is paid.',
  cancelled: 'The money goes back to the poster.',
  over: 'The money goes back to the poster.',
  not_posted: 'The money goes back to the poster.',
}

function paymentOf({ accepted, accept_tx: paid, paid_at: at, bounty }: OwnSubmission, network: string): Step {
  const amount = `${readableUsdc(wholeUsdc(bounty.amount_usdc))} USDC`
  if (paid)
    return {
      is: 'done',
      title: `Paid ${amount}`,
      text: (
        <>
          {at && (
            <>
              <Moment iso={at} />,{' '}
            </>
          )}
          {at ? 'to' : 'To'} your wallet on {network}.
        </>
      ),
    }
  if (accepted)
    return { is: 'now', title: `${amount} on its way`, text: `From the escrow to your wallet on ${network}.` }
  if (bounty.status !== 'open') return { is: 'later', title: 'Not paid', text: whyUnpaid[bounty.status] }
  return { is: 'later', title: `${amount} on ${network}`, text: 'If your film is accepted.' }
}
