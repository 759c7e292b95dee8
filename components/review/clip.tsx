'use client'
import { type Ref, useState } from 'react'
import { previewText } from '#lib/domain/film/preview-parts'
import type { ReviewedSubmission } from '#lib/schemas/review'
import { useKeptLink } from './use-kept-link.ts'

type Props = { submission: ReviewedSubmission; number: number; video: Ref<HTMLVideoElement> }

/**
 * The watermarked clip of a film, or the reason why it is missing. Of a delivered film, the film itself, if the browser can play it. The
 * desk plays it.
 */
export function Clip({ submission, number, video }: Props) {
  const [isUnplayable, setIsUnplayable] = useState(false)
  const { preview_url: preview, full_capture_url: film, poster_url: poster } = submission
  if (film && !isUnplayable)
    return (
      <Video
        key="film"
        ref={video}
        url={film}
        // The still has a watermark.
        poster={null}
        label={`Film ${number}`}
        onFail={() => setIsUnplayable(true)}
      />
    )
  if (submission.preview_status === 'ready' && preview)
    return (
      <>
        <Video
          key="preview"
          ref={video}
          url={preview}
          poster={poster}
          label={`Preview of film ${number}, with a watermark`}
        />
        <PreviewNote submission={submission} />
      </>
    )
  return (
    <p className="absolute inset-0 grid place-content-center p-8 text-center text-sm text-soft">
      {noClip(submission)}
    </p>
  )
}

/** Why the whole film is not shown, and how much of it is. */
function PreviewNote({ submission: { full_capture_url: film, figures } }: Pick<Props, 'submission'>) {
  const part = figures && previewText(figures.duration_seconds)
  if (!film && !part) return null
  return (
    <p className="pointer-events-none absolute bottom-3 left-3 mr-3 rounded-sm bg-[rgb(0_0_0/0.7)] px-2 py-1 text-xs text-[#fff]">
      {film ? 'Your browser cannot play the original. This is the preview' : 'Preview'}
      {part && `: ${part}`}
    </p>
  )
}

function Video(props: {
  ref: Ref<HTMLVideoElement>
  url: string
  poster: string | null
  label: string
  /** Called when it fails with a link that is still valid. */
  onFail?: () => void
}) {
  const { ref, label, onFail } = props
  const { url, renew } = useKeptLink(props.url)
  const { url: poster } = useKeptLink(props.poster)
  if (!url) return null
  return (
    <video
      ref={ref}
      src={url}
      poster={poster}
      muted
      playsInline
      preload="metadata"
      onError={() => {
        if (!renew()) onFail?.()
      }}
      aria-label={label}
      className="absolute inset-0 size-full object-contain"
    />
  )
}

function noClip({ preview_status: status }: ReviewedSubmission): string {
  if (status === 'pending') return 'The preview is being made. It usually takes less than a minute.'
  if (status === 'ready') return 'We withdrew this film, so it is no longer shown.'
  return 'No preview could be made of this file.'
}
