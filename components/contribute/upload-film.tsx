'use client'
import { isMoving } from '#lib/client/current-upload'
import type { FilmUploadState } from '#lib/client/film-upload'
import { secondsLeftText } from '#lib/client/upload-pace'
import { ChooseFilm } from './choose-film.tsx'
import { FilmPreview, type PreviewChecks } from './film-preview.tsx'
import type { useFilmUpload } from './use-film-upload.ts'
import { VideoInput } from './video-input.tsx'

type Props = {
  film: ReturnType<typeof useFilmUpload>
  /** The instructions of the bounty. */
  instructions: string
  fileChecks: PreviewChecks
}

/** Choosing a film, and sending it. */
export function UploadFilm({ film, instructions, fileChecks }: Props) {
  const { state } = film
  if (!state) return <ChooseFilm refused={film.refused} instructions={instructions} onFile={film.start} />
  const { phase, file, sentBytes, totalBytes, resumedAtBytes, secondsLeft, problem } = state
  return (
    <FilmPreview file={file} instructions={instructions} fileChecks={fileChecks}>
      <p className="text-sm font-semibold wrap-anywhere">{file.name}</p>
      <progress
        className="progress mt-3"
        aria-label={`Bytes of ${file.name} sent`}
        max={totalBytes}
        value={sentBytes}
      />
      <p className="mt-2 flex flex-wrap justify-between gap-x-4 text-sm tabular-nums">
        <span>
          {megabytes(sentBytes)} of {megabytes(totalBytes)}
        </span>
        {secondsLeft !== undefined && <span className="text-soft">{secondsLeftText(secondsLeft)}</span>}
      </p>
      <p role="status" className="mt-2 text-sm text-soft">
        {phaseText[phase]}
        {phase === 'sending' && resumedAtBytes > 0 ? ` Resumed at ${megabytes(resumedAtBytes)}.` : ''}
      </p>
      <p role="alert" className="mt-2 text-sm text-bad empty:hidden">
        {film.refused ? `${film.refusedName} was not chosen. ${film.refused}` : (problem ?? '')}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {(phase === 'paused' || phase === 'failed') && (
          <button type="button" className="button button-main" onClick={film.resume}>
            Resume
          </button>
        )}
        {isMoving(state) && (
          <button type="button" className="button" onClick={film.pause}>
            Pause
          </button>
        )}
        <VideoInput onFile={film.start}>Choose a different video</VideoInput>
      </div>
    </FilmPreview>
  )
}

const phaseText: Record<FilmUploadState['phase'], string> = {
  starting: 'Starting…',
  sending: 'Uploading. You can look at other pages meanwhile; if the connection drops, it resumes.',
  paused: 'Paused. The uploaded part is stored for a day.',
  waiting: 'No connection. Trying again…',
  failed: 'Stopped.',
  refused: '',
  received: 'Upload complete. Not submitted yet.',
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
