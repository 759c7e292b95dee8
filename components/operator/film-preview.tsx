'use client'
import { useKeptLink } from '../review/use-kept-link.ts'

/**
 * The player of a film’s watermarked preview.
 *
 * @param preview a signed link. It changes with each answer of the service, which does not interrupt the film
 */
export function FilmPreview({ preview, label }: { preview: string; label: string }) {
  const { url, renew } = useKeptLink(preview)
  return (
    <video
      // Safari on phones shows no frame of a film before it is played, unless the address names a time.
      src={url && `${url}#t=0.1`}
      controls
      muted
      playsInline
      preload="metadata"
      onError={renew}
      aria-label={label}
      className="dark-room aspect-video max-h-[60vh] w-full max-w-3xl rounded-md bg-sunken"
    />
  )
}
