'use client'
import { durationMaxSeconds, durationMinSeconds, shortSideMinPixels } from '#lib/domain/quality'
import type { useFilmUpload } from './use-film-upload.ts'

/** Choosing a film, or filming one, and sending it. */
export function UploadFilm({ film }: { film: ReturnType<typeof useFilmUpload> }) {
  const { state } = film
  if (!state) return <ChooseFilm onFile={film.start} />
  const { phase, sentBytes, totalBytes, resumedAtBytes, problem } = state
  return (
    <div className="rounded-lg border border-edge bg-raised p-5">
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-1 text-sm">
        <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{state.name}</span>
        <span className="text-soft tabular-nums">
          {megabytes(sentBytes)} of {megabytes(totalBytes)}
        </span>
      </p>
      <progress
        className="progress mt-3"
        aria-label={`Bytes of ${state.name} sent`}
        max={totalBytes}
        value={sentBytes}
      />
      <p role="status" className="mt-2 text-sm text-soft">
        {wordsOf[phase]}
        {phase === 'sending' && resumedAtBytes > 0 ? ` Went on at ${megabytes(resumedAtBytes)}.` : ''}
      </p>
      <p role="alert" className="mt-2 text-sm text-bad empty:hidden">
        {problem ?? ''}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {(phase === 'paused' || phase === 'failed') && (
          <button type="button" className="button button-main" onClick={film.resume}>
            Go on
          </button>
        )}
        {(phase === 'starting' || phase === 'sending' || phase === 'waiting') && (
          <button type="button" className="button" onClick={film.pause}>
            Pause
          </button>
        )}
        <button type="button" className="button" onClick={film.discard}>
          Take another film
        </button>
      </div>
    </div>
  )
}

const wordsOf = {
  starting: 'Asking where to begin…',
  sending: 'Sending. You can pause, or lose the connection, and go on later.',
  paused: 'Paused. What was sent is kept for a day.',
  waiting: 'The connection is gone. Trying again in a moment…',
  failed: 'Stopped.',
  received: 'All of it has arrived. Now hand it in.',
} as const

function ChooseFilm({ onFile }: { onFile: (file: File) => void }) {
  const choose = (input: HTMLInputElement) => {
    const [file] = input.files ?? []
    // The same file may be chosen again.
    input.value = ''
    if (file) onFile(file)
  }
  return (
    <div>
      <ul className="grid max-w-[60ch] list-disc gap-1.5 pl-5 text-sm text-soft marker:text-edge">
        <li>
          MP4 or MOV, {durationMinSeconds} seconds to {durationMaxSeconds / 60} minutes, at least{' '}
          {shortSideMinPixels} pixels on the short side. Half a minute is a good length.
        </li>
        <li>Walk around what is wanted, slowly and in good light; turning on the spot gives no model.</li>
        <li>Began before? Choose the same file again, and it goes on where it stopped.</li>
      </ul>
      <div className="mt-5 flex flex-wrap gap-3">
        <label className={`button button-main ${focus}`}>
          Choose a film
          <input
            type="file"
            accept="video/mp4,video/quicktime,.mp4,.mov"
            className="sr-only"
            onChange={(event) => choose(event.target)}
          />
        </label>
        <label className={`button pointer-fine:hidden ${focus}`}>
          Film now
          <input
            type="file"
            accept="video/*"
            capture="environment"
            className="sr-only"
            onChange={(event) => choose(event.target)}
          />
        </label>
      </div>
    </div>
  )
}

const focus = 'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink'

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
