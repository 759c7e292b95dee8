'use client'
import { useCallback } from 'react'
import { ProofWait } from '#components/bounty/proof-wait'
import { StepMark, type StepState } from '#components/ui/step-mark'
import { readableUsdc, wholeUsdc } from '#lib/domain/money/money'
import type { Review, ReviewedSubmission } from '#lib/schemas/review'
import { forecastReason } from '../bounty/forecast-words.ts'
import { type Coverage, coverageText, isPartial, readCoverage } from './model-coverage.ts'
import { lastPercent, remainingText, usualModelTime } from './remaining.ts'
import { RetryModel } from './retry-model.tsx'
import { useArchiveFile } from './use-archive-file.ts'
import { useIsOverdue } from './use-is-overdue.ts'

type Stage = { title: string; is: StepState; text?: string | null }
type Props = { bounty: Review; submission: ReviewedSubmission; token: string; takesFocus: boolean }

/** What happens after a film was accepted: the payment, the film, the model. */
export function Progress({ bounty, submission, token, takesFocus }: Props) {
  const { reconstruction_status: model, reconstruction_remaining_seconds: seconds } = submission
  const isOverdue = useIsOverdue(model === 'running' ? seconds : null)
  const coverage = useArchiveFile(
    model === 'ready' ? submission.model_zip_url : null,
    'manifest.json',
    readCoverage,
  )
  const stages = stagesOf(bounty, submission, coverage)
  const percent = Math.floor(100 * (submission.reconstruction_progress ?? 0))
  const arrive = useCallback(
    (heading: HTMLElement | null) => {
      if (!takesFocus || !heading) return
      heading.focus({ preventScroll: true })
      heading.scrollIntoView({ block: 'center' })
    },
    [takesFocus],
  )
  return (
    <section aria-labelledby="progress" className="min-w-0">
      <h2 ref={arrive} id="progress" tabIndex={-1} className="text-xl">
        {/* On a phone the second sentence begins a line. */}
        {headline(bounty, submission, coverage)
          .split(/(?<=\. )/)
          .map((sentence) => (
            <span key={sentence} className="max-sm:block">
              {sentence}
            </span>
          ))}
      </h2>
      <ol className="mt-6 grid gap-5 sm:grid-cols-3 sm:gap-4">
        {stages.map(({ title, is, text }) => (
          <li key={title} data-step={is} className="flex gap-3 sm:block sm:border-t-2 sm:border-line sm:pt-4">
            <StepMark is={is} />
            <div className="min-w-0 sm:mt-2">
              <p className={`font-semibold ${is === 'later' ? 'text-soft' : ''}`}>{title}</p>
              {text && <p className="text-sm text-soft">{text}</p>}
            </div>
          </li>
        ))}
      </ol>
      {model === 'running' && (
        <div className="mt-6">
          <p className="flex flex-wrap justify-between gap-x-4 text-sm">
            <span>{submission.reconstruction_text ?? 'Making the 3D model.'}</span>
            <span className="text-soft tabular-nums">
              {percent}%
              {seconds !== null &&
                ` · ${remainingText(seconds, { isOverdue, isLast: percent >= lastPercent })}`}
            </span>
          </p>
          {seconds === null && <p className="text-sm text-soft">{usualModelTime}</p>}
          <progress className="progress mt-2" max={100} value={percent} aria-label="The 3D model" />
        </div>
      )}
      {model === 'failed' && (
        <RetryModel
          bountyId={bounty.bounty_id}
          token={token}
          retriesLeft={submission.reconstruction_retries_left}
        />
      )}
      <p role="status" className="sr-only">
        {stages
          .filter(({ is }) => is === 'now' || is === 'wrong')
          .map(({ title }) => title)
          .join('. ')}
      </p>
      {submission.proof_status === 'pending' && (
        <div className="mt-6">
          <ProofWait {...submission} />
        </div>
      )}
      {isUnderWay(bounty, submission) && (
        <p className="mt-6 text-sm text-soft">
          Updates automatically. You can close this page and come back later.
        </p>
      )}
    </section>
  )
}

/** True while the payment or the model of an accepted film is under way. */
export function isUnderWay(
  { status }: Review,
  { reconstruction_status: model }: ReviewedSubmission,
): boolean {
  return status === 'accepting' || model === 'queued' || model === 'running'
}

/** What was forecast of a delivered model; empty if it was likely or not forecast. */
function forecastBefore(submission: ReviewedSubmission): string {
  const { model_forecast: forecast } = submission
  if (forecast === null || forecast === 'likely') return ''
  return ` It was forecast as ${forecast}: ${forecastReason(submission) ?? 'no reason was given.'}`
}

function headline(bounty: Review, submission: ReviewedSubmission, coverage: Coverage | undefined): string {
  if (bounty.status === 'accepting') return 'Accepted. Paying the contributor'
  switch (submission.reconstruction_status) {
    case 'queued':
      return 'Your film is here. The 3D model is next'
    case 'running':
      return 'Your film is here. The 3D model is being made'
    case 'failed':
      return 'Your film is here, without a 3D model'
    case 'ready':
      return isPartial(coverage)
        ? 'Your film and a partial 3D model are here'
        : 'Your film and its 3D model are here'
    default:
      return 'Your film is here'
  }
}

function stagesOf(bounty: Review, submission: ReviewedSubmission, coverage: Coverage | undefined): Stage[] {
  const amount = `${readableUsdc(wholeUsdc(bounty.amount_usdc))} USDC`
  const isPaid = bounty.status === 'accepted'
  return [
    isPaid
      ? { title: 'Paid', is: 'done', text: `The contributor has received ${amount}.` }
      : { title: 'Paying', is: 'now', text: `${amount} to the contributor. Usually less than a minute.` },
    isPaid
      ? { title: 'Original film', is: 'done', text: 'Ready to download.' }
      : { title: 'Original film', is: 'later', text: 'Yours when the payment is confirmed.' },
    modelStage(submission, coverage),
  ]
}

/** A model that failed is a cross, never a tick. */
export function modelStage(submission: ReviewedSubmission, coverage?: Coverage): Stage {
  const { reconstruction_status: status, models_ahead: ahead } = submission
  switch (status) {
    case 'ready':
      return {
        title: isPartial(coverage) ? 'Partial 3D model' : '3D model',
        is: 'done',
        text: `${coverageText(coverage)}${forecastBefore(submission)}`,
      }
    case 'failed':
      return { title: 'No 3D model', is: 'wrong', text: submission.reconstruction_reason }
    case 'running':
      return { title: 'Making the 3D model', is: 'now', text: null }
    default:
      return {
        title: '3D model',
        is: 'later',
        text: ahead
          ? `Waiting: the service makes ${ahead === 1 ? '1 other model' : `${ahead} other models`} first.`
          : `Next in line. ${usualModelTime}`,
      }
  }
}
