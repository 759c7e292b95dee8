'use client'
import { useState } from 'react'
import { StepMark } from '#components/ui/step-mark'
import { earlyChecks, type FilmFacts } from '#lib/domain/film/early-checks'
import { useObjectUrl } from '../ui/use-object-url.ts'

/** The chosen film, played from this device, and what the browser itself can check of it. */
export function FilmPreview({ file, children }: { file: File; children: React.ReactNode }) {
  const url = useObjectUrl(file)
  const [facts, setFacts] = useState<FilmFacts>()
  const [isUnplayable, setIsUnplayable] = useState(false)
  const checks = facts ? earlyChecks(facts) : []
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
          {checks.map(({ name, isOk, text }) => (
            <li key={name} className="flex gap-2">
              <StepMark is={isOk ? 'done' : 'wrong'} />
              <span className={isOk ? '' : 'text-bad'}>{text}</span>
            </li>
          ))}
          {facts && (
            <li className="flex gap-2 text-soft">
              <StepMark is="later" /> Light, sharpness and movement: checked after you submit
            </li>
          )}
        </ul>
        {checks.some(({ isOk }) => !isOk) && (
          <p role="alert" className="mt-2 text-sm font-semibold">
            This film would not pass the check. Choose a different one.
          </p>
        )}
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  )
}
