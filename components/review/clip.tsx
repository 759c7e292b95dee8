'use client'
import { type Ref, useState } from 'react'
import { type NotPlayed, whyNotPlayed } from '#lib/client/why-not-played'
import { previewText } from '#lib/domain/film/preview-parts'
import type { ReviewedSubmission } from '#lib/schemas/review'
import { useKeptLink } from './use-kept-link.ts'
import { withheldOf } from './withheld.ts'

type Props = {
  submission: ReviewedSubmission
  number: number
  video: Ref<HTMLVideoElement>
  /** Called when the clip cannot be shown, and with `undefined` once it can. */
  onProblem: (problem: NotPlayed | undefined) => void
}

/**
 * Before acceptance, shows the watermarked preview of a film, or why there is none. After delivery, shows the film itself, or its preview
 * if the film cannot be shown. The review desk controls playback.
 */
export function Clip({ submission, number, video, onProblem }: Props) {
  const [filmProblem, setFilmProblem] = useState<NotPlayed>()
  const [previewProblem, setPreviewProblem] = useState<NotPlayed>()
  const [attempt, setAttempt] = useState(1)
  const { preview_url: preview, full_capture_url: film, poster_url: poster } = submission
  const hasPreview = submission.preview_status === 'ready' && preview !== null
  const retry = () => {
    setFilmProblem(undefined)
    setPreviewProblem(undefined)
    setAttempt(attempt + 1)
  }
  if (film && !filmProblem)
    return (
      <Video
        key="film"
        ref={video}
        url={film}
        poster={poster}
        // The still has a watermark, and the film does not.
        showsStillAtFirst
        label={`Film ${number}`}
        onShown={() => onProblem(undefined)}
        onFail={(why) => {
          setFilmProblem(why)
          if (!hasPreview) onProblem(why)
        }}
      />
    )
  if (hasPreview)
    return (
      <>
        <Video
          key={`preview ${attempt}`}
          ref={video}
          url={preview}
          poster={poster}
          label={`Preview of film ${number}, with a watermark`}
          onShown={() => onProblem(undefined)}
          onFail={(why) => {
            setPreviewProblem(why)
            onProblem(why)
          }}
        />
        {previewProblem ? (
          <Failed of={film ? 'film' : 'preview'} why={previewProblem} onRetry={retry} />
        ) : (
          <PreviewNote submission={submission} filmProblem={filmProblem} onRetry={retry} />
        )}
      </>
    )
  if (filmProblem) return <Failed of="film" why={filmProblem} onRetry={retry} />
  return (
    <p className="absolute inset-0 grid place-content-center p-8 text-center text-sm text-soft">
      {noClip(submission)}
    </p>
  )
}

/** Over the player of a clip that cannot be shown. It lies above the button that covers a clip when all are shown. */
function Failed({ of, why, onRetry }: { of: 'film' | 'preview'; why: NotPlayed; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="pointer-events-none absolute inset-0 z-10 grid place-content-center justify-items-center gap-4 bg-[rgb(0_0_0/0.8)] p-8 text-center"
    >
      <p className="font-semibold">
        {why === 'not_loaded' ? `The ${of} could not be loaded` : `This browser cannot play the ${of}`}
      </p>
      <button type="button" className="button pointer-events-auto" onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}

/** Why the whole film is not shown, and how much of it is. */
function PreviewNote(props: {
  submission: ReviewedSubmission
  filmProblem: NotPlayed | undefined
  onRetry: () => void
}) {
  const { submission, filmProblem, onRetry } = props
  const { figures } = submission
  const part = figures && previewText(figures.duration_seconds)
  if (!filmProblem && !figures) return null
  return (
    <div className="pointer-events-none absolute bottom-3 left-3 z-10 mr-3 flex flex-wrap items-center gap-x-3 rounded-sm bg-[rgb(0_0_0/0.7)] px-2 py-1 text-xs text-[#fff]">
      <p>
        {filmProblem && `${filmProblems[filmProblem]} This is the preview`}
        {!filmProblem && 'Preview'}
        {part && `: ${part}`}
        {figures && !part && ': the whole film, with a watermark'}
      </p>
      {filmProblem === 'not_loaded' && (
        <button
          type="button"
          className="pointer-events-auto min-h-9 font-semibold underline underline-offset-4 pointer-coarse:min-h-11"
          onClick={onRetry}
        >
          Try again
        </button>
      )}
    </div>
  )
}

const filmProblems: Readonly<Record<NotPlayed, string>> = {
  not_loaded: 'The original could not be loaded.',
  unplayable: 'Your browser cannot play the original.',
}

function Video(props: {
  ref: Ref<HTMLVideoElement>
  url: string
  poster: string | null
  /** True if the still makes way for the first picture of the clip. Otherwise it stays until the clip is played. */
  showsStillAtFirst?: boolean
  label: string
  onShown: () => void
  /** Called when it fails with a link that is still valid. */
  onFail: (why: NotPlayed) => void
}) {
  const { ref, label, showsStillAtFirst = false, onShown, onFail } = props
  const [hasPicture, setHasPicture] = useState(false)
  const { url, renew } = useKeptLink(props.url)
  const { url: poster } = useKeptLink(props.poster)
  if (!url) return null
  return (
    <video
      ref={ref}
      // Some browsers show no picture of a film before it is played, unless the address names a time.
      src={`${url}#t=0.1`}
      poster={showsStillAtFirst && hasPicture ? undefined : poster}
      muted
      playsInline
      preload="metadata"
      onLoadedMetadata={onShown}
      onLoadedData={() => setHasPicture(true)}
      onError={async ({ currentTarget: { error } }) => {
        if (!renew()) onFail(await whyNotPlayed(error?.code, url))
      }}
      aria-label={label}
      className="absolute inset-0 size-full object-contain"
    />
  )
}

function noClip(submission: ReviewedSubmission): string {
  const withheld = withheldOf(submission)
  if (withheld) return withheld.text
  if (submission.preview_status === 'pending')
    return 'The preview is being made. It usually takes less than a minute.'
  return 'No preview could be made of this file.'
}
