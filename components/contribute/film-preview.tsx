'use client'
import { useEffect, useState } from 'react'
import { StepMark } from '#components/ui/step-mark'
import { sampleFilm } from '#lib/client/sample-film'
import {
  type EarlyCheck,
  earlyChecks,
  type FilmFacts,
  sampledFilmChecks,
} from '#lib/domain/film/early-checks'
import { useObjectUrl } from '../ui/use-object-url.ts'

type Props = {
  file: File
  /** The length that the instructions ask for, if they do. */
  askedSeconds: number | undefined
  children: React.ReactNode
}

/** The chosen film, played from this device, and what the browser itself can check of it. */
export function FilmPreview({ file, askedSeconds, children }: Props) {
  const url = useObjectUrl(file)
  const [facts, setFacts] = useState<FilmFacts>()
  const [isUnplayable, setIsUnplayable] = useState(false)
  const sampled = useSampled(facts && url)
  const checks = facts ? [...earlyChecks({ ...facts, askedSeconds }), ...(sampled.checks ?? [])] : []
  const isShort = checks.some(({ name, is }) => is === 'bad' && (name === 'length' || name === 'size'))
  return (
    <div className="grid gap-5 rounded-lg border border-line bg-raised p-4 sm:grid-cols-2 sm:p-5">
      <div className="min-w-0">
        {isUnplayable ? (
          <p className="grid aspect-video place-content-center rounded-md bg-sunken p-4 text-center text-sm text-soft">
            This browser cannot play the film. You can upload it all the same.
          </p>
        ) : (
          <video
            key={url}
            src={url}
            controls
            muted
            playsInline
            preload="metadata"
            aria-label={`Preview of ${file.name}`}
            className="aspect-video w-full rounded-md bg-black object-contain"
            onLoadedMetadata={({ currentTarget: { duration, videoWidth, videoHeight } }) =>
              setFacts({ seconds: duration, width: videoWidth, height: videoHeight })
            }
            onError={() => setIsUnplayable(true)}
          />
        )}
        <ul aria-label="Checked on this device" className="mt-3 grid gap-1 text-sm empty:hidden">
          {checks.map(({ name, is, text }) => (
            <li key={name} className="flex gap-2">
              <StepMark is={marks[is]} />
              <span className={is === 'bad' ? 'text-bad' : ''}>{text}</span>
            </li>
          ))}
          {facts && !sampled.checks && (
            <li className="flex gap-2 text-soft">
              <StepMark is="later" />{' '}
              {sampled.isOver
                ? 'Light, sharpness and movement: could not be checked here. Checked after you submit.'
                : 'Light, sharpness and movement: looking at some pictures…'}
            </li>
          )}
        </ul>
        {checks.some(({ is }) => is === 'bad') && (
          <p role="alert" className="mt-2 text-sm font-semibold">
            {isShort
              ? 'This film would not pass the check. Choose a different one.'
              : 'This film may not pass the check, which looks at all of it. Another take is safer.'}
          </p>
        )}
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  )
}

const marks = { good: 'done', advice: 'later', bad: 'wrong' } as const

/** Light, sharpness and movement of the film at a local address. `isOver` without `checks`: they could not be checked. */
function useSampled(url: string | undefined): { checks?: EarlyCheck[]; isOver: boolean } {
  const [found, setFound] = useState<{ url: string; checks?: EarlyCheck[] }>()
  useEffect(() => {
    if (url === undefined) return
    const leaving = new AbortController()
    sampleFilm(url, leaving.signal).then((sampled) => {
      if (!leaving.signal.aborted) setFound({ url, ...(sampled && { checks: sampledFilmChecks(sampled) }) })
    })
    return () => leaving.abort()
  }, [url])
  if (!found || found.url !== url) return { isOver: false }
  return { ...(found.checks && { checks: found.checks }), isOver: true }
}
