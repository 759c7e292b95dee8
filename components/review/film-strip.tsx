import { useEffect, useRef, useState } from 'react'
import type { ReviewedSubmission } from '#lib/schemas/review'
import { FactSign } from './film-fact.tsx'
import { filmResult } from './film-result.ts'
import { useKeptLink } from './use-kept-link.ts'

type Props = {
  submissions: readonly ReviewedSubmission[]
  chosen: number
  onChoose: (index: number) => void
}

/** The films in a row. Its scroll position follows the choice, and the page stays where it is, unlike with `scrollIntoView`. */
export function FilmStrip({ submissions, chosen, onChoose }: Props) {
  const strip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current: row } = strip
    const thumbnail = row?.children[chosen]
    if (!row || !(thumbnail instanceof HTMLElement)) return
    row.scrollTo({ left: thumbnail.offsetLeft - (row.clientWidth - thumbnail.offsetWidth) / 2 })
  }, [chosen])
  return (
    <div ref={strip} className="relative flex gap-2.5 overflow-x-auto">
      {submissions.map((submission, index) => (
        <Thumbnail
          key={submission.submission_id}
          submission={submission}
          number={index + 1}
          isChosen={index === chosen}
          onChoose={() => onChoose(index)}
        />
      ))}
    </div>
  )
}

/** Drawn inside and over the picture, and so is the focus, so that no frame takes room from the words or is cut off by the strip. */
const frame =
  'after:pointer-events-none after:absolute after:inset-0 after:rounded-md focus-visible:shadow-none focus-visible:outline-none focus-visible:after:border-4 focus-visible:after:border-ink'

/** A film in the strip: its still, or its number, and a mark of its result. */
function Thumbnail(props: {
  submission: ReviewedSubmission
  number: number
  isChosen: boolean
  onChoose: () => void
}) {
  const { submission, number, isChosen, onChoose } = props
  const { url: poster, renew } = useKeptLink(submission.poster_url)
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const result = filmResult(submission)
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={({ detail, currentTarget }) => {
        // After a click, the space bar plays again.
        if (detail > 0) currentTarget.blur()
        onChoose()
      }}
      className={`relative block h-18 w-27 flex-none overflow-hidden rounded-md bg-raised text-left sm:h-20 sm:w-32 ${frame} ${isChosen ? 'after:border-2 after:border-lichen' : 'opacity-80 after:border after:border-edge hover:opacity-100'}`}
    >
      {poster && poster !== brokenUrl && (
        // biome-ignore lint/performance/noImgElement: a signed link that changes with every visit
        <img
          src={poster}
          alt=""
          className="absolute inset-0 size-full object-cover"
          onError={() => {
            if (!renew()) setBrokenUrl(poster)
          }}
        />
      )}
      <span className="absolute inset-x-0 bottom-0 bg-[linear-gradient(to_top,rgb(0_0_0/0.8),transparent)] px-2 pt-4 pb-1 text-xs leading-tight font-semibold text-[#fff]">
        Film {number}
        {submission.accepted && ', accepted'}
        {submission.declined && ', declined'}
        <span className="sr-only">, {result.text}</span>
        <span aria-hidden="true" className="block truncate font-normal">
          {result.short}
        </span>
      </span>
      <span
        title={result.text}
        className="absolute top-1.5 right-1.5 rounded-full bg-[rgb(0_0_0/0.75)] px-0.5 pb-0.5"
      >
        <FactSign is={result.is} />
      </span>
    </button>
  )
}
