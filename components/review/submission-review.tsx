'use client'
import type { Ref } from 'react'
import { StepMark } from '#components/ui/step-mark'
import { UtcTime } from '#components/ui/utc-time'
import type { ReviewedSubmission } from '#lib/schemas/review'
import { useKeptLink } from './use-kept-link.ts'

/** One film as its poster judges it: the clip, what the check found, and the way to accept it. */
export function SubmissionReview(props: {
  id: string
  submission: ReviewedSubmission
  number: number
  isChosen: boolean
  canAccept: boolean
  onAccept: () => void
  onChoose: () => void
  video: Ref<HTMLVideoElement>
}) {
  const { id, submission, number, isChosen, canAccept, onAccept, onChoose, video } = props
  const { quality_reasons: reasons, quality_warnings: warnings } = submission
  return (
    <article
      id={id}
      tabIndex={-1}
      aria-label={`Film ${number}`}
      aria-current={isChosen ? 'true' : undefined}
      onFocusCapture={onChoose}
      className={`flex h-full scroll-my-4 flex-col gap-4 rounded-lg border bg-raised p-4 sm:p-5 ${isChosen ? 'border-ink outline-1 outline-ink' : 'border-line'}`}
    >
      <Clip submission={submission} number={number} video={video} />
      <div>
        <h3 className="flex flex-wrap items-baseline justify-between gap-x-4 text-lg">
          Film {number}
          {submission.accepted && <span className="text-sm font-semibold text-good">Accepted</span>}
        </h3>
        <p className="text-sm text-soft">
          Handed in <UtcTime iso={submission.submitted_at} />
          <span className="block">{factsOf(submission)}</span>
        </p>
      </div>
      {submission.note && (
        <p className="border-l-2 border-line pl-4 whitespace-pre-line [overflow-wrap:anywhere]">
          {submission.note}
        </p>
      )}
      <div>
        <p className="flex gap-2 font-semibold">
          <StepMark is={marks[submission.quality_status]} />
          {checkOf(submission)}
        </p>
        {[...reasons, ...warnings].length > 0 && (
          <ul className="mt-1.5 grid list-disc gap-1 pl-5 text-sm text-soft marker:text-edge">
            {[...reasons, ...warnings].map(({ code, text }) => (
              <li key={code}>{text}</li>
            ))}
          </ul>
        )}
      </div>
      {canAccept && (
        <button type="button" className="button button-main mt-auto self-start" onClick={onAccept}>
          Accept film {number}
        </button>
      )}
    </article>
  )
}

type ClipProps = { submission: ReviewedSubmission; number: number; video: Ref<HTMLVideoElement> }

function Clip({ submission, number, video }: ClipProps) {
  const { preview_status: status } = submission
  const { url, renew } = useKeptLink(submission.preview_url)
  const { url: poster } = useKeptLink(submission.poster_url)
  const frame = 'aspect-video w-full rounded-md bg-sunken'
  if (status === 'ready' && url && submission.preview_url)
    return (
      <video
        ref={video}
        src={url}
        poster={poster}
        controls
        muted
        playsInline
        preload="metadata"
        onError={renew}
        aria-label={`Preview of film ${number}, with a watermark`}
        className={`${frame} object-contain`}
      />
    )
  return (
    <div className={`${frame} grid place-items-center p-6 text-center text-sm text-soft`}>
      {status === 'pending'
        ? 'The preview is being made, usually within a minute.'
        : status === 'ready'
          ? 'This film was withdrawn by the service, and is not shown any more.'
          : 'No preview could be made of this file.'}
    </div>
  )
}

function factsOf({ figures, size_bytes: size }: ReviewedSubmission): string {
  const parts = [
    ...(figures ? [`${Math.round(figures.duration_seconds)} s`, `${figures.width} × ${figures.height}`] : []),
    ...(size === null ? [] : [`${(size / 1_000_000).toFixed(1)} MB`]),
  ]
  // A number stays with its unit.
  return parts.map((part) => part.replaceAll(' ', '\u00a0')).join(' · ')
}

const marks = { pending: 'now', pass: 'done', fail: 'wrong' } as const

function checkOf({ quality_status: quality, quality_warnings: warnings }: ReviewedSubmission): string {
  if (quality === 'pending') return 'Being checked'
  if (quality === 'fail') return 'Check not passed'
  return warnings.length > 0 ? 'Check passed, with remarks' : 'Check passed'
}
