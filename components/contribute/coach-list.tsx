import { Fragment } from 'react'
import { coachLines } from '#lib/domain/film/coach'

/** How to film so that a good 3D model can be made. @param instructions of the bounty */
export function CoachList({ instructions }: { instructions: string }) {
  return (
    <dl className="mt-3 grid max-w-[60ch] grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
      {coachLines(instructions).map(({ about, text }) => (
        <Fragment key={about}>
          <dt className="font-semibold">{about}</dt>
          <dd className="text-soft">{text}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
