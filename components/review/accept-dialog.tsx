'use client'
import { useEffect } from 'react'
import { ConfirmDialog } from '#components/ui/confirm-dialog'
import { CopyButton } from '#components/ui/copy-button'
import { Moment } from '#components/ui/moment'
import { TextWithTimes } from '#components/ui/text-with-times'
import type { NotPlayed } from '#lib/client/why-not-played'
import { shorterText } from '#lib/domain/bounty/film-length'
import { hasNoForecast } from '#lib/domain/film/forecast-model'
import { wasNotChecked } from '#lib/domain/film/not-checked'
import { previewText } from '#lib/domain/film/preview-parts'
import { readableUsdc, wholeUsdc } from '#lib/domain/money/money'
import type { ReviewedSubmission } from '#lib/schemas/review'
import { PausedNote } from '../wallet/paused-note.tsx'
import { usePaymentsPaused } from '../wallet/payments-paused.tsx'
import { misfits, modelDoubt, notSold, unconfirmed } from './claim-words.ts'
import { usualModelTime } from './remaining.ts'
import { unseenWords } from './unseen-words.ts'
import { useAct } from './use-review.ts'
import { withheldOf } from './withheld.ts'

/** Asks for confirmation before a film is accepted; `undefined`: closed. */
export function AcceptDialog(props: {
  bountyId: string
  token: string
  amountUsdc: number
  networkName: string
  deadline: string
  /** The brief of the bounty, which may ask for a length. */
  brief: string
  number: number
  submission: ReviewedSubmission | undefined
  /** Why its clip is not shown; `undefined` if it is. */
  unseen: NotPlayed | undefined
  onClose: () => void
}) {
  const { amountUsdc, networkName, deadline, brief, number, submission, unseen, onClose, ...access } = props
  const act = useAct(access)
  const isPaused = usePaymentsPaused()
  const { reset } = act
  const id = submission?.submission_id
  useEffect(() => {
    // Clear the error of an earlier attempt.
    if (id !== undefined) reset()
  }, [id, reset])
  const withheld = submission && withheldOf(submission)
  const remark = submission && remarkOf(submission)
  const against = submission ? misfits(submission) : []
  const noModel = submission && modelDoubt(submission)
  const claimed = submission && unconfirmed(submission)
  const shorter = submission?.figures && shorterText(submission.figures.duration_seconds, brief)
  return (
    <ConfirmDialog
      isOpen={submission !== undefined}
      title={`Accept film ${number}?`}
      confirm={`Release ${readableUsdc(wholeUsdc(amountUsdc))} USDC on ${networkName}`}
      isPayment={unseen === undefined && !withheld}
      isBusy={act.isPending}
      isBlocked={isPaused}
      problem={act.error?.message}
      onClose={onClose}
      onConfirm={() => id && act.mutate({ action: 'accept', submissionId: id }, { onSuccess: onClose })}
    >
      {isPaused && (
        <PausedNote>
          No film can be accepted during the pause. Nothing is lost: the film stays here, and the money stays
          in escrow. You can accept it after the pause, until <Moment within saysZone iso={deadline} />. If
          that time passes first, all the money goes back to the wallet that paid.
        </PausedNote>
      )}
      {withheld && (
        <div className="border-l-4 border-bad pl-4">
          <p className="font-semibold text-bad">
            {withheld.text} You cannot watch it now: if you accept it, you pay for a film that you cannot see.
          </p>
          {withheld.reason && <p className="wrap-anywhere">Reason: {withheld.reason}</p>}
          <p>
            You would still get the whole film, and a 3D model if one can be made. Better decline it, or wait
            until it is shown again. If the deadline passes first, <Moment within saysZone iso={deadline} />,
            all the money goes back to the wallet that paid.
          </p>
        </div>
      )}
      {unseen && !withheld && (
        <p className="border-l-4 border-bad pl-4 font-semibold text-bad">
          {unseenWords[unseen]} If you accept it, you pay for it unseen.
        </p>
      )}
      {/* First, because a phone shows the rest only when it is scrolled. */}
      {remark && (
        <p className="border-l-2 border-wait pl-4">
          <TextWithTimes text={remark} />
        </p>
      )}
      {against.length > 0 && (
        <p className="border-l-2 border-wait pl-4">
          {against.join(' ')} {notSold}
        </p>
      )}
      {claimed && <p className="border-l-2 border-wait pl-4">{claimed}</p>}
      {shorter && (
        <p className="border-l-2 border-wait pl-4">This film is shorter than asked for: {shorter}.</p>
      )}
      {noModel && <p className="border-l-2 border-wait pl-4">{noModel}</p>}
      <dl className="grid gap-3 border-y border-line py-4 text-sm">
        <div>
          <dt className="caption">The escrow pays</dt>
          <dd className="text-lg font-semibold tabular-nums">
            {readableUsdc(wholeUsdc(amountUsdc))} USDC{' '}
            <span className="text-sm font-normal text-soft">on {networkName}</span>
          </dd>
        </div>
        {submission && (
          <div>
            <dt className="caption">To the contributor’s wallet</dt>
            <dd className="flex items-center gap-2">
              <code className="min-w-0 text-xs [overflow-wrap:anywhere] sm:text-sm">
                {submission.contributor}
              </code>
              <CopyButton text={submission.contributor} label="Copy the contributor’s wallet" />
            </dd>
          </div>
        )}
        <div>
          <dt className="caption">You get</dt>
          <dd>
            The whole original film once the payment is confirmed, and a 3D model of what it shows if one can
            be made.{submission?.model_forecast === 'likely' && ' It is forecast as likely.'} Making it takes
            a while: {usualModelTime.toLowerCase()} {submission && unseenText(submission)} How you may use
            them is what your instructions say:{' '}
            <a href="/rules#use" target="_blank" rel="noreferrer" className="link">
              the rules
            </a>
            .
          </dd>
        </div>
      </dl>
      <p>This is final: nobody can undo it, not even us. No other film can be accepted after it.</p>
    </ConfirmDialog>
  )
}

function unseenText({ figures, preview_status: preview }: ReviewedSubmission): string | undefined {
  const text = figures && preview === 'ready' && previewText(figures.duration_seconds)
  return text ? `The preview shows ${text}.` : undefined
}

function remarkOf(submission: ReviewedSubmission): string {
  const { preview_status: preview, quality_status: quality } = submission
  if (preview === 'failed') return 'This file has no preview: you would pay for a film you have not seen.'
  if (wasNotChecked(submission)) return 'This film could not be checked, so a 3D model may be impossible.'
  if (quality === 'fail') return failedText(submission)
  if (quality === 'pending') return 'This film is still being checked. Wait a moment to know more.'
  if (preview !== 'ready') return 'The preview is not ready yet. Wait a moment to see what you pay for.'
  return submission.quality_warnings.find(({ earlier_submission: earlier }) => earlier)?.text ?? ''
}

/** The forecast says what the failed check means for the model; without one, it may be impossible. A copy is as good as its original. */
function failedText({ model_forecast: forecast, quality_reasons: reasons }: ReviewedSubmission): string {
  const model = forecast === null && !hasNoForecast(reasons) ? ['A 3D model may be impossible.'] : []
  return ['This film did not pass the technical check.', ...reasons.map(({ text }) => text), ...model].join(
    ' ',
  )
}
