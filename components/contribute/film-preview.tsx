'use client'
import { StepMark } from '#components/ui/step-mark'
import { type EarlyCheck, surelyFails } from '#lib/domain/film/early-checks'
import type { Measured } from './use-measured.ts'

type Props = {
  file: File
  measured: Measured
  /** Whether the place and the time that the file or the form states fit the bounty. */
  claims: readonly EarlyCheck[]
  children: React.ReactNode
}

/** The id of the list of checks, to which the form leads. */
export const filmChecksId = 'film-checks'

/** The chosen film, played from this device, with the checks that the browser can make. */
export function FilmPreview({ file, measured, claims, children }: Props) {
  const { url, isUnplayable, setPlayed, sampling } = measured
  const checks = [...measured.checks, ...claims]
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
          id={filmChecksId}
          tabIndex={-1}
          aria-label="Checked on this device"
          className="scroll-mt-6 grid gap-x-6 gap-y-1.5 text-sm sm:grid-flow-dense sm:grid-cols-2 empty:hidden"
        >
          {checks.map(({ name, is, text }) => (
            <li key={name} className={`flex gap-2 ${is === 'good' ? '' : 'sm:col-span-2'}`}>
              <StepMark is={marks[is]} />
              <span className={is === 'bad' ? 'text-bad' : ''}>{text}</span>
            </li>
          ))}
          {sampling && (
            <li className="flex gap-2 text-soft sm:col-span-2">
              <StepMark is="later" />{' '}
              {sampling === 'failed'
                ? 'Light, sharpness and movement: could not be checked here. Checked after you submit.'
                : 'Light, sharpness and movement: looking at some pictures…'}
            </li>
          )}
        </ul>
        {measured.checks.some(({ is }) => is === 'bad') && (
          <p role="alert" className="mt-3 text-sm font-semibold">
            This film {surelyFails(measured.checks) ? 'will' : 'may'} not pass the check. The check is advice
            for the poster, who may still accept it. Another take is safer.
          </p>
        )}
      </div>
      <div className="min-w-0 sm:order-1">{children}</div>
    </div>
  )
}

const marks = { good: 'done', advice: 'later', unknown: 'later', bad: 'wrong' } as const
