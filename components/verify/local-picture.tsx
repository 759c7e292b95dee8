'use client'
import { type SyntheticEvent, useContext, useEffect, useState } from 'react'
import { useObjectUrl } from '../ui/use-object-url.ts'
import { mediaKind } from './media-kind.ts'
import { SurroundingsContext } from './surroundings.ts'

/** A picture fills its frame if that hides at most this share of it; otherwise it is shown whole. */
const maxHiddenShare = 0.22
const cannotShow =
  'Your browser cannot show this file: it may be damaged, in a format that is not supported here, or no photo or film.'

/** The given file as a picture. Only this browser reads it. */
export function LocalPicture({ file }: { file: File }) {
  const { makeViewable } = useContext(SurroundingsContext)!
  const [refused, setRefused] = useState<File>()
  const kind = mediaKind(file)
  if (file.size === 0) return <NoPreview file={file} why="This file is empty." />
  if (kind === 'file') return <NoPreview file={file} why="There is no preview of this kind of file." />
  if (refused !== file) return <Picture file={file} name={file.name} onFail={() => setRefused(file)} />
  if (kind === 'film' || !makeViewable) return <NoPreview file={file} why={cannotShow} />
  return <ViewableCopy file={file} make={makeViewable} />
}

type MakeViewable = (file: File, signal: AbortSignal) => Promise<Blob | undefined>

/** A copy of a picture that the browser cannot show. */
function ViewableCopy({ file, make }: { file: File; make: MakeViewable }) {
  const [copy, setCopy] = useState<{ of: File; is: Blob | 'impossible' | 'failed' }>()
  useEffect(() => {
    const stop = new AbortController()
    const show = (is: Blob | 'impossible' | 'failed') => !stop.signal.aborted && setCopy({ of: file, is })
    make(file, stop.signal).then(
      (made) => show(made ?? 'impossible'),
      () => show('failed'),
    )
    return () => stop.abort(new Error('another file'))
  }, [file, make])
  if (copy?.of !== file)
    return (
      <p role="status" className="absolute inset-0 grid place-content-center text-sm text-soft">
        Decoding the picture…
      </p>
    )
  if (copy.is === 'failed') return <NoPreview file={file} why="The picture could not be decoded just now." />
  if (copy.is === 'impossible') return <NoPreview file={file} why={cannotShow} />
  return <Picture file={copy.is} name={file.name} onFail={() => setCopy({ of: file, is: 'impossible' })} />
}

/** A picture or film that the browser may be able to show. */
function Picture({ file, name, onFail }: { file: Blob; name: string; onFail: () => void }) {
  const url = useObjectUrl(file)
  const [fills, setFills] = useState(true)
  const measure = (element: HTMLElement, width: number, height: number) => {
    const { clientWidth, clientHeight } = element
    const [one, other] = [width / height, clientWidth / clientHeight]
    setFills(1 - Math.min(one, other) / Math.max(one, other) <= maxHiddenShare)
  }
  if (!url) return null
  const shared = { src: url, onError: onFail }
  const shape = `absolute inset-0 size-full ${fills ? 'object-cover' : 'object-contain'}`
  if (mediaKind({ name, type: file.type }) === 'film')
    return (
      <video
        {...shared}
        controls
        muted
        loop
        playsInline
        autoPlay={!matchMedia('(prefers-reduced-motion: reduce)').matches}
        aria-label={`${name}, shown from this device`}
        className={`${shape} dark-room bg-sunken`}
        onLoadedMetadata={({ currentTarget: film }) => measure(film, film.videoWidth, film.videoHeight)}
      />
    )
  return (
    <>
      {/** The space beside a picture of another shape is filled with the picture's own colours. */}
      {!fills && (
        <span
          aria-hidden="true"
          className="absolute inset-0 scale-125 bg-cover bg-center opacity-60 blur-2xl"
          style={{ backgroundImage: `url("${url}")` }}
        />
      )}
      {/* biome-ignore lint/performance/noImgElement: an address within this page, which no server can resize */}
      <img
        {...shared}
        alt={`${name}, shown from this device`}
        decoding="async"
        className={shape}
        onLoad={({ currentTarget: photo }: SyntheticEvent<HTMLImageElement>) =>
          measure(photo, photo.naturalWidth, photo.naturalHeight)
        }
      />
    </>
  )
}

/** For files that cannot be shown: RAW pictures, or other types. */
function NoPreview({ file, why }: { file: File; why: string }) {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(file.name)?.[1]?.toUpperCase() ?? 'FILE'
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center gap-3 p-4 pb-27 text-center sm:gap-4 sm:pb-20">
      <span className="grid h-18 w-14 place-content-center sm:h-28 sm:w-22 rounded-md border border-edge bg-raised text-sm font-semibold shadow-lg sm:text-lg">
        {ending}
      </span>
      <span className="max-w-[30ch] text-sm text-soft">
        {why}
        {file.size > 0 && ' It is checked all the same.'}
      </span>
    </div>
  )
}
