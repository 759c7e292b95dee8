'use client'
import { useEffect, useRef, useState } from 'react'
import { type FilmUpload, type FilmUploadState, startFilmUpload } from '#lib/client/film-upload'
import { uploadSecondsLeft } from '#lib/client/upload-pace'
import { headBytes, whyNoFilm } from '#lib/domain/film/media-type'

type Sent = FilmUploadState & { file: File; secondsLeft: number | undefined }

/** The upload of one film, with its controls. Leaving the page stops it, and it can be resumed later. */
export function useFilmUpload() {
  const [state, setState] = useState<Sent>()
  const [refused, setRefused] = useState<string>()
  const upload = useRef<FilmUpload>(undefined)
  useEffect(() => () => upload.current?.pause(), [])
  const isUnderWay = state !== undefined && !['received', 'failed', 'refused', 'paused'].includes(state.phase)
  useEffect(() => {
    if (!isUnderWay) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnderWay])
  const begin = (file: File) => {
    const secondsLeft = paceOf()
    upload.current = startFilmUpload({
      file,
      onChange: (next) => {
        if (next.phase === 'refused') {
          setRefused(next.problem)
          setState(undefined)
        } else setState({ ...next, file, secondsLeft: secondsLeft(next) })
      },
    })
  }
  const drop = () => {
    upload.current = undefined
    setState(undefined)
  }
  return {
    state,
    /** Why the last chosen file is no film; it was not sent. */
    refused,
    /** Sends a file, unless its content is no film: then not one byte is sent. */
    start: async (file: File) => {
      upload.current?.pause()
      const why = await readHead(file).then(whyNoFilm, () => 'This file cannot be read. Choose it again.')
      setRefused(why)
      if (why === undefined) begin(file)
      else drop()
    },
    pause: () => upload.current?.pause(),
    resume: () => upload.current?.resume(),
    discard: () => {
      // It would be forgotten within a day anyway.
      upload.current?.discard().catch(() => {})
      drop()
    },
    /** Once handed in, it is no upload any more. */
    clear: () => {
      // Kept, it would only be asked for once more.
      upload.current?.forget().catch(() => {})
      drop()
    },
  }
}

async function readHead(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
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
