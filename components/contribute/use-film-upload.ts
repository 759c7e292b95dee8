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
import { filmName } from '#lib/client/film-draft'
import type { UploadBounty } from '#lib/client/upload-names'
import { headBytes, whyNoFilm } from '#lib/domain/film/media-type'
import { useWhenOnline } from '../ui/use-when-online.ts'

/**
 * The upload of one film, with its controls. It continues on other pages of the app, and after a reload of this page.
 *
 * @param place identifies the contributor and the bounty
 */
export function useFilmUpload(place: string, { id, title }: UploadBounty) {
  const upload = useSyncExternalStore(watchUpload, readUpload, () => undefined)
  const [refused, setRefused] = useState<{ name: string; text: string }>()
  const newest = useRef<File>(undefined)
  useEffect(() => void continueUpload({ place, bounty: { id, title } }), [place, id, title])
  useWhenOnline(true, retryUpload)
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
      if (why !== undefined) {
        if (own?.phase === 'refused') void discardUpload()
        return
      }
      // The same file resumes; another one replaces what was sent, which counts towards the wallet's limit until it is discarded.
      if (own && filmName(place, own.file) !== filmName(place, file)) await discardUpload()
      if (newest.current === file) beginUpload({ place, bounty: { id, title }, file })
    },
    pause: pauseUpload,
    resume: resumeUpload,
    clear: finishUpload,
  }
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
