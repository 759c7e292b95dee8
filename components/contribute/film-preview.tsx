'use client'
import { useEffect, useState } from 'react'
import { StepMark } from '#components/ui/step-mark'
import { sampleFilm } from '#lib/client/sample-film'
import { filmSecondsOf } from '#lib/domain/bounty/film-length'
import {
  cutOffCheck,
  type EarlyCheck,
  earlyChecks,
  type FilmFacts,
  sampledFilmChecks,
} from '#lib/domain/film/early-checks'
import { useObjectUrl } from '../ui/use-object-url.ts'

/** Whether the file is cut off, and how its place and time, or those of the form, fit the bounty. */
export type PreviewChecks = { isCut: boolean; claims: readonly EarlyCheck[] }
type Props = {
  file: File
  /** The instructions of the bounty. */
  instructions: string
  fileChecks: PreviewChecks
  children: React.ReactNode
}

/** The chosen film, played from this device, with the checks that the browser can make. */
export function FilmPreview({ file, instructions, fileChecks: { isCut, claims }, children }: Props) {
  const url = useObjectUrl(file)
  const { facts, isUnplayable, setPlayed } = usePlayed(url)
  const sampled = useSampled(facts && url)
  const askedSeconds = filmSecondsOf(instructions)
  const measured = [
    ...(isCut ? [cutOffCheck] : []),
    ...(facts ? [...earlyChecks({ ...facts, askedSeconds }), ...(sampled.checks ?? [])] : []),
  ]
  const checks = [...measured, ...claims]
  const wouldFail = checks.some(({ name, is }) => is === 'bad' && surelyFail.has(name))
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
            // Safari on phones shows no frame of a film before it is played, unless the address names a time.
            src={url && `${url}#t=0.1`}
            controls
            muted
            playsInline
            preload="metadata"
            aria-label={`Preview of ${file.name}`}
            className="dark-room aspect-video w-full rounded-md border border-line bg-sunken object-contain"
            onLoadedMetadata={({ currentTarget: { duration, videoWidth, videoHeight } }) =>
              setPlayed({ facts: { seconds: duration, width: videoWidth, height: videoHeight } })
            }
            onError={() => setPlayed({ isUnplayable: true })}
          />
        )}
      </div>
      <div className="min-w-0 sm:order-2 sm:col-span-2">
        <ul
          aria-label="Checked on this device"
          className="grid gap-x-6 gap-y-1.5 text-sm sm:grid-flow-dense sm:grid-cols-2 empty:hidden"
        >
          {checks.map(({ name, is, text }) => (
            <li key={name} className={`flex gap-2 ${is === 'good' ? '' : 'sm:col-span-2'}`}>
              <StepMark is={marks[is]} />
              <span className={is === 'bad' ? 'text-bad' : ''}>{text}</span>
            </li>
          ))}
          {facts && !sampled.checks && (
            <li className="flex gap-2 text-soft sm:col-span-2">
              <StepMark is="later" />{' '}
              {sampled.isOver
                ? 'Light, sharpness and movement: could not be checked here. Checked after you submit.'
                : 'Light, sharpness and movement: looking at some pictures…'}
            </li>
          )}
        </ul>
        {measured.some(({ is }) => is === 'bad') && (
          <p role="alert" className="mt-3 text-sm font-semibold">
            {wouldFail
              ? 'This film would not pass the check. Choose a different one, or submit it anyway: the poster may still accept it.'
              : 'This film may not pass the check, which looks at all of it. Another take is safer.'}
          </p>
        )}
      </div>
      <div className="min-w-0 sm:order-1">{children}</div>
    </div>
  )
}

/** The checks in which the server finds the same. The other checks see only a part of the film in the browser. */
const surelyFail = new Set<EarlyCheck['name']>(['file', 'length', 'size'])

const marks = { good: 'done', advice: 'later', unknown: 'later', bad: 'wrong' } as const

type Played = { facts?: FilmFacts; isUnplayable?: boolean }

/** What the player found about the film at a local address. It is dropped with the next film. */
function usePlayed(url: string | undefined) {
  const [found, setFound] = useState<Played & { url?: string | undefined }>({})
  const own: Played = found.url === url ? found : {}
  return { ...own, setPlayed: (played: Played) => setFound({ ...own, ...played, url }) }
}

/** Light, sharpness and movement of the film at a local address. If `isOver` is true and `checks` is absent, the check failed. */
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
