'use client'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import {
  beginUpload,
  continueUpload,
  discardUpload,
  finishUpload,
  isMoving,
  pauseUpload,
  readUpload,
  resumeUpload,
  retryUpload,
  watchUpload,
} from '#lib/client/current-upload'
import { findMissing } from '#lib/client/film-claims'
import { headBytes, whyNoFilm } from '#lib/domain/film/media-type'

/**
 * The upload of one film, with its controls. It continues on other pages of the app, and after a reload of this page.
 *
 * @param place identifies the contributor and the bounty
 */
export function useFilmUpload(place: string) {
  const upload = useSyncExternalStore(watchUpload, readUpload, () => undefined)
  const [refused, setRefused] = useState<{ name: string; text: string }>()
  const newest = useRef<File>(undefined)
  useEffect(() => void continueUpload(place), [place])
  useEffect(() => {
    window.addEventListener('online', retryUpload)
    return () => window.removeEventListener('online', retryUpload)
  }, [])
  const isUnderWay = upload !== undefined && isMoving(upload)
  useEffect(() => {
    if (!isUnderWay) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnderWay])
  const own = upload?.place === place ? upload : undefined
  return {
    state: own?.phase === 'refused' ? undefined : own,
    /** Why the last chosen file is not a film, or cannot be one that plays. It was not sent. */
    refused: own?.phase === 'refused' ? own.problem : refused?.text,
    refusedName: refused?.name,
    /** Sends a file. The upload starts only if its content is a film. */
    start: async (file: File) => {
      pauseUpload()
      newest.current = file
      const why = await whyRefused(file)
      // Another file was chosen meanwhile.
      if (newest.current !== file) return
      setRefused(why === undefined ? undefined : { name: file.name, text: why })
      if (why === undefined) {
        // The same file resumes; another one replaces what was sent.
        if (own && !isSameFile(own.file, file)) discardUpload()
        beginUpload({ place, file })
      } else if (own?.phase === 'refused') discardUpload()
    },
    pause: pauseUpload,
    resume: resumeUpload,
    clear: finishUpload,
  }
}

function isSameFile(a: File, b: File): boolean {
  return a.name === b.name && a.size === b.size && a.lastModified === b.lastModified
}

async function whyRefused(file: File): Promise<string | undefined> {
  const why = await readHead(file).then(whyNoFilm, () => 'This file cannot be read. Choose it again.')
  return why ?? ((await findMissing(file)) === 'all' ? cutOffRefused : undefined)
}

const cutOffRefused =
  'This video is cut off or damaged, so no player can open it. Copy it from the camera again, check that it plays, and choose that.'

async function readHead(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
}
