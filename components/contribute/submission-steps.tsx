import type { ReactNode } from 'react'
import { Moment } from '#components/ui/moment'
import type { StepState } from '#components/ui/step-mark'
import { readableUsdc, wholeUsdc } from '#lib/domain/money/money'
import type { OwnSubmission } from '#lib/schemas/submission'

export type Step = { is: StepState; title: string; text?: ReactNode }

/** The steps of a film from upload to payment. @param network its name */
export function stepsOf(submission: OwnSubmission, network: string): Step[] {
  return [
    { is: 'done', title: 'Submitted', text: <Moment iso={submission.submitted_at} /> },
    checkOf(submission),
    decisionOf(submission),
    paymentOf(submission, network),
  ]
}

function checkOf(submission: OwnSubmission): Step {
  const { quality_status: quality, preview_status: preview, bounty, moderation = [] } = submission
  const isHidden = moderation.some(({ measure }) => measure === 'hidden')
  if (quality === 'pending') return { is: 'now', title: 'Being checked', text: 'Usually within a minute.' }
  if (quality === 'fail')
    return {
      is: 'wrong',
      title: 'Check not passed',
      text: bounty.status === 'open' ? afterFailure(preview === 'ready' && !isHidden) : undefined,
    }
  if (isHidden) return { is: 'done', title: 'Check passed' }
  const text = preview === 'ready' ? 'The poster sees its preview.' : 'Its preview is being made.'
  return { is: 'done', title: 'Check passed', text }
}

function afterFailure(posterSeesIt: boolean): string {
  if (!posterSeesIt) return 'Submit another film.'
  return 'The poster can still see and accept it. You can submit a better one.'
}

function decisionOf({ accepted, declined, bounty, quality_status: quality }: OwnSubmission): Step {
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
  if (bounty.status === 'open')
    return {
      is: quality === 'pending' ? 'later' : 'now',
      title: 'The poster decides',
      text: (
        <>
          Until <Moment within iso={bounty.deadline} />.
        </>
      ),
    }
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

function paymentOf({ accepted, accept_tx: paid, bounty }: OwnSubmission, network: string): Step {
  const amount = `${readableUsdc(wholeUsdc(bounty.amount_usdc))} USDC`
  if (paid) return { is: 'done', title: `Paid ${amount}`, text: `To your wallet on ${network}.` }
  if (accepted)
    return { is: 'now', title: `${amount} on its way`, text: `From the escrow to your wallet on ${network}.` }
  if (bounty.status !== 'open')
    return { is: 'later', title: 'Not paid', text: 'Only the accepted film is paid.' }
  return { is: 'later', title: `${amount} on ${network}`, text: 'If your film is accepted.' }
}
