'use client'
import { useState } from 'react'
import { type NotPlayed, whyNotPlayed } from '#lib/client/why-not-played'
import { useKeptLink } from '../review/use-kept-link.ts'
import { filmSize } from '../ui/film-size.ts'

type Props = {
  /** A signed link. Each answer of the service has a new one; the player keeps the first, so that the film is not interrupted. */
  preview: string
  label: string
  /** True if the reader has just asked to watch it. */
  autoPlay?: boolean
}

/** The player of a film’s watermarked preview. If it cannot be played, it says why, with a link to the file. */
export function PreviewPlayer(props: Props) {
  const [tries, setTries] = useState(0)
  return <Player key={tries} {...props} onRetry={() => setTries(tries + 1)} />
}

function Player({ preview, label, autoPlay = false, onRetry }: Props & { onRetry: () => void }) {
  const { url, renew } = useKeptLink(preview)
  const [problem, setProblem] = useState<NotPlayed>()
  const [size, setSize] = useState<{ width: number; height: number }>()
  if (problem)
    return (
      <span role="alert" className="block text-sm">
        {problem === 'not_loaded' ? (
          <>
            The preview could not be loaded.{' '}
            <button type="button" className="link" onClick={onRetry}>
              Try again
            </button>{' '}
          </>
        ) : (
          'This browser cannot play the preview. '
        )}
        <a href={preview} target="_blank" rel="noreferrer" className="link">
          Open its file
        </a>
      </span>
    )
  return (
    <video
      // Safari on phones shows no frame of a film before it is played, unless the address names a time.
      src={url && `${url}#t=0.1`}
      controls
      autoPlay={autoPlay}
      muted
      playsInline
      preload="metadata"
      onLoadedMetadata={({ currentTarget: { videoWidth: width, videoHeight: height } }) =>
        setSize(height > 0 ? { width, height } : undefined)
      }
      onError={async ({ currentTarget: { error } }) => {
        if (url && !renew()) setProblem(await whyNotPlayed(error?.code, url))
      }}
      aria-label={label}
      style={filmSize(size)}
      className="dark-room max-w-3xl rounded-md bg-sunken"
    />
  )
}
