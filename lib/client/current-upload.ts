import { forgetFilmDraft } from './film-draft.ts'
import { beginningOf, type FilmUpload, type FilmUploadState, startFilmUpload } from './film-upload.ts'
import { readStoredFilm, removeStoredFilm, storeFilm } from './stored-film.ts'
import { forgetUploadNames, nameUpload, type UploadBounty } from './upload-names.ts'
import { uploadSecondsLeft } from './upload-pace.ts'

/** The upload of a film as pages show it. */
export type CurrentUpload = FilmUploadState & {
  /** Names the bounty and the person who films for it. */
  place: string
  file: File
  secondsLeft: number | undefined
}

const discardWaitMs = 4_000

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

/** A film of a bounty. `place` names the bounty and the person who films for it. */
type FilmOf = { place: string; bounty: UploadBounty; file: File }

/** Uploads a film, replacing the previous upload, and stores it until it is submitted or discarded. */
export function beginUpload({ place, bounty, file }: FilmOf): void {
  pauseUpload()
  void storeFilm({ place, file })
  start({ place, bounty, file })
}

/** Continues the upload of a film that was stored before the page was reloaded, unless an upload is in progress. */
export async function continueUpload({ place, bounty }: Omit<FilmOf, 'file'>): Promise<void> {
  if (current) return
  const file = await readStoredFilm(place)
  if (file && !current) start({ place, bounty, file })
}

/** The id on the server of the upload in this browser. */
export function currentServerId(): string | undefined {
  return current?.upload.serverId()
}

export function pauseUpload(): void {
  if (current && isMoving(current.state)) current.upload.pause()
}

export function resumeUpload(): void {
  current?.upload.resume()
}

/** Resumes an upload that stopped after a long loss of the connection. */
export function retryUpload(): void {
  if (current?.state.phase === 'failed') current.upload.resume()
}

/**
 * Stops the upload and deletes the film from this browser at once, and from the server. The promise ends when the server has room for
 * another upload, or after a few seconds without its answer: it deletes the film within a day anyway.
 */
export async function discardUpload(): Promise<void> {
  const discarded = current?.upload.discard().catch(() => {})
  drop()
  await Promise.race([discarded, new Promise((resolve) => setTimeout(resolve, discardWaitMs))])
}

/** Called after the film was submitted: it is no longer an upload. */
export function finishUpload(): void {
  // Otherwise the stored entry would be offered again.
  current?.upload.forget().catch(() => {})
  drop()
}

/**
 * Called after the server refused to submit the upload. One that `expired` can be sent again; one that is `refused` is discarded.
 *
 * @param problem the message for the user
 */
export function stopUpload(phase: 'expired' | 'refused', problem: string): void {
  if (!current) return
  const { upload, state } = current
  current = { upload, state: { ...state, phase, problem, uploadId: undefined, sentBytes: 0 } }
  if (phase === 'refused') {
    upload.discard().catch(() => {})
    void removeStoredFilm()
  }
  tell()
}

/** Called before another person uses this browser. The server stores the uploaded bytes for a day. */
export async function leaveUpload(): Promise<void> {
  pauseUpload()
  current = undefined
  tell()
  forgetFilmDraft()
  forgetUploadNames()
  await removeStoredFilm()
}

function start({ place, bounty, file }: FilmOf): void {
  const secondsLeft = paceOf()
  let isNamed = false
  const onChange = (next: FilmUploadState) => {
    // Ignores news of an upload that was replaced or discarded.
    if (current?.upload !== upload) return
    const uploadId = upload.serverId()
    if (uploadId && !isNamed) nameUpload({ uploadId, file: file.name, bounty })
    isNamed = uploadId !== undefined
    current = { upload, state: { ...next, place, file, secondsLeft: secondsLeft(next) } }
    if (next.phase === 'refused') void removeStoredFilm()
    tell()
  }
  const upload: FilmUpload = startFilmUpload({ file, onChange })
  current = { upload, state: { ...beginningOf(file), place, file, secondsLeft: undefined } }
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

/** True while bytes are being sent, or will be sent without an action of the user. */
export function isMoving({ phase }: FilmUploadState): boolean {
  return phase === 'hashing' || phase === 'starting' || phase === 'sending' || phase === 'waiting'
}

/** Estimates the remaining time, separately for each attempt. */
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
