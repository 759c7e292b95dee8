'use client'
import { sizeText } from '#lib/client/check-view'
import { isMoving } from '#lib/client/current-upload'
import type { FilmUploadState } from '#lib/client/film-upload'
import { secondsLeftText } from '#lib/client/upload-pace'
import type { EarlyCheck } from '#lib/domain/film/early-checks'
import { ChooseFilm } from './choose-film.tsx'
import { FilmPreview } from './film-preview.tsx'
import { Refusal } from './refusal.tsx'
import { UnfinishedUploads } from './unfinished-uploads.tsx'
import type { useFilmUpload } from './use-film-upload.ts'
import type { Measured } from './use-measured.ts'
import { VideoInput } from './video-input.tsx'

type Props = {
  film: ReturnType<typeof useFilmUpload>
  /** The instructions of the bounty. */
  instructions: string
  measured: Measured
  /** Whether the place and the time that the file or the form states fit the bounty. */
  claims: readonly EarlyCheck[]
}

/** Choosing a film, and sending it. */
export function UploadFilm({ film, instructions, measured, claims }: Props) {
  const { state } = film
  if (!state) return <ChooseFilm refused={film.refused} instructions={instructions} onFile={film.start} />
  const { phase, file, sentBytes, totalBytes, resumedAtBytes, secondsLeft, problem } = state
  return (
    <FilmPreview file={file} measured={measured} claims={claims}>
      <p className="text-sm font-semibold wrap-anywhere">{file.name}</p>
      <progress
        className="progress mt-3"
        aria-label={`Bytes of ${file.name} sent`}
        max={totalBytes}
        value={sentBytes}
      />
      <p className="mt-2 flex flex-wrap justify-between gap-x-4 text-sm tabular-nums">
        <span>
          {sizeText(sentBytes)} of {sizeText(totalBytes)}
        </span>
        {secondsLeft !== undefined && <span className="text-soft">{secondsLeftText(secondsLeft)}</span>}
      </p>
      <p role="status" className="mt-2 text-sm text-soft">
        {phaseText[phase]}
        {phase === 'sending' && resumedAtBytes > 0 ? ` Resumed at ${sizeText(resumedAtBytes)}.` : ''}
      </p>
      <Refusal
        className="mt-2 text-sm"
        // A connection is also lost while the reader fills in the form.
        takesFocus={film.refused !== undefined || state.isAtLimit || phase === 'expired'}
        text={film.refused ? `${film.refusedName} was not chosen. ${film.refused}` : problem}
      />
      <div className="mt-4 flex flex-wrap gap-3">
        {(phase === 'paused' || phase === 'failed') && (
          <button type="button" className="button button-main" onClick={film.resume}>
            Resume
          </button>
        )}
        {phase === 'expired' && (
          <button type="button" className="button button-main" onClick={film.resume}>
            Upload again
          </button>
        )}
        {isMoving(state) && (
          <button type="button" className="button" onClick={film.pause}>
            Pause
          </button>
        )}
        <VideoInput onFile={film.start}>Choose a different video</VideoInput>
      </div>
      {state.isAtLimit && (
        <div className="mt-4">
          <UnfinishedUploads onRoom={film.resume} />
        </div>
      )}
    </FilmPreview>
  )
}

const phaseText: Record<FilmUploadState['phase'], string> = {
  hashing: 'Checking whether the film was submitted before…',
  starting: 'Starting…',
  sending: 'Uploading. You can look at other pages meanwhile; if the connection drops, it resumes.',
  paused: 'Paused. The uploaded part is stored for a day.',
  waiting: 'No connection. Trying again…',
  failed: 'Stopped.',
  expired: 'Not on the server any more.',
  refused: '',
  received: 'Upload complete. Not submitted yet.',
}
