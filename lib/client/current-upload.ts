import { type FilmUpload, type FilmUploadState, startFilmUpload } from './film-upload.ts'
import { readStoredFilm, removeStoredFilm, storeFilm } from './stored-film.ts'
import { uploadSecondsLeft } from './upload-pace.ts'

/** The upload of a film as pages show it. */
export type CurrentUpload = FilmUploadState & {
  /** Names the bounty and the person who films for it. */
  place: string
  file: File
  secondsLeft: number | undefined
}

// It belongs to the whole app rather than to one page, so that the upload continues while the user visits other pages.
let current: { upload: FilmUpload; state: CurrentUpload } | undefined
const listeners = new Set<() => void>()

export function watchUpload(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => void listeners.delete(onChange)
}

export function readUpload(): CurrentUpload | undefined {
  return current?.state
}

/** Uploads a film, in place of the one before, and stores it until it is handed in or discarded. */
export function beginUpload({ place, file }: { place: string; file: File }): void {
  pauseUpload()
  void storeFilm({ place, file })
  start({ place, file })
}

/** Continues the upload of a film that was stored before the page was loaded again, unless one is under way. */
export async function continueUpload(place: string): Promise<void> {
  if (current) return
  const file = await readStoredFilm(place)
  if (file && !current) start({ place, file })
}

export function pauseUpload(): void {
  if (current && isMoving(current.state)) current.upload.pause()
}

export function resumeUpload(): void {
  current?.upload.resume()
}

/** Resumes an upload that stopped because the connection was lost for long. */
export function retryUpload(): void {
  if (current?.state.phase === 'failed') current.upload.resume()
}

/** Stops, and has the server and this browser forget the film. */
export function discardUpload(): void {
  // The server would forget it within a day anyway.
  current?.upload.discard().catch(() => {})
  drop()
}

/** Once it is handed in: it is no upload any more. */
export function finishUpload(): void {
  // The entry would only be asked for once more.
  current?.upload.forget().catch(() => {})
  drop()
}

/** Before somebody else uses this browser. The server has what was uploaded for a day. */
export async function leaveUpload(): Promise<void> {
  pauseUpload()
  current = undefined
  tell()
  await removeStoredFilm()
}

function start({ place, file }: { place: string; file: File }): void {
  const secondsLeft = paceOf()
  const onChange = (next: FilmUploadState) => {
    // Ignores news of an upload that was replaced or discarded.
    if (current?.upload !== upload) return
    current = { upload, state: { ...next, place, file, secondsLeft: secondsLeft(next) } }
    if (next.phase === 'refused') void removeStoredFilm()
    tell()
  }
  const upload: FilmUpload = startFilmUpload({ file, onChange })
  current = {
    upload,
    state: {
      ...{ phase: 'starting', sentBytes: 0, totalBytes: file.size, resumedAtBytes: 0 },
      ...{ uploadId: undefined, problem: undefined, place, file, secondsLeft: undefined },
    },
  }
  tell()
}

function drop(): void {
  current = undefined
  void removeStoredFilm()
  tell()
}

function tell(): void {
  for (const listener of listeners) listener()
}

/** True while bytes are sent, or will be without anybody's doing. */
export function isMoving({ phase }: FilmUploadState): boolean {
  return phase === 'starting' || phase === 'sending' || phase === 'waiting'
}

/** The remaining time of one attempt after another. */
function paceOf() {
  let from: { bytes: number; atMs: number } | undefined
  return ({ phase, sentBytes, totalBytes }: FilmUploadState): number | undefined => {
    if (phase !== 'sending') {
      from = undefined
      return undefined
    }
    from ??= { bytes: sentBytes, atMs: performance.now() }
    const elapsedMs = performance.now() - from.atMs
    return uploadSecondsLeft({ sentBytes, totalBytes, byThisAttempt: sentBytes - from.bytes, elapsedMs })
  }
}
