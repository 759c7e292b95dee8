'use client'
import { useEffect, useRef, useState } from 'react'
import { type FilmUpload, type FilmUploadState, startFilmUpload } from '#lib/client/film-upload'

/** One film on its way, and the handles on it. Leaving the page stops it; what was sent is kept. */
export function useFilmUpload() {
  const [state, setState] = useState<FilmUploadState & { name: string }>()
  const upload = useRef<FilmUpload>(undefined)
  useEffect(() => () => upload.current?.pause(), [])
  const isUnderWay = state !== undefined && !['received', 'failed', 'paused'].includes(state.phase)
  useEffect(() => {
    if (!isUnderWay) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnderWay])
  return {
    state,
    start: (file: File) => {
      upload.current?.pause()
      upload.current = startFilmUpload({ file, onChange: (next) => setState({ ...next, name: file.name }) })
    },
    pause: () => upload.current?.pause(),
    resume: () => upload.current?.resume(),
    discard: () => {
      // It would be forgotten within a day anyway.
      upload.current?.discard().catch(() => {})
      upload.current = undefined
      setState(undefined)
    },
    /** Once handed in, it is no upload any more. */
    clear: () => {
      // Kept, it would only be asked for once more.
      upload.current?.forget().catch(() => {})
      upload.current = undefined
      setState(undefined)
    },
  }
}
