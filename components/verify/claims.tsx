'use client'
import { type ReactNode, Suspense, useContext, useId, useState } from 'react'
import { ClaimedPlace } from './claimed-place.tsx'
import { SurroundingsContext } from './surroundings.ts'
import { type Known, Timeline } from './timeline.tsx'

type Props = {
  of: Known
  /** False for a proof that the reader gave: the service is asked for a map only on request. */
  isAsked: boolean
  /** What the file itself states. */
  children?: ReactNode
}

/** The claims of a record, said to be claims, and what the file itself states of the same. */
export function Claims({ of, isAsked, children }: Props) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="grid gap-5">
      <div>
        <h2 id={titleId} className="text-base">
          Claimed place and time
        </h2>
        <p className="mt-1 max-w-[52ch] text-sm font-semibold text-wait">
          Not confirmed by Cairn: this is what was said when the record was made.
        </p>
      </div>
      <PlaceAndTime of={of} isAsked={isAsked} />
      {children}
    </section>
  )
}

/** The claimed cell on a map, and the known times. The map needs the service. */
function PlaceAndTime({ of, isAsked }: { of: Known; isAsked: boolean }) {
  const { Place } = useContext(SurroundingsContext)!
  const [isWanted, setIsWanted] = useState(isAsked)
  if (!of.proof) return null
  const { geohash } = of.proof
  if (!Place)
    return (
      <div className="grid gap-5 text-sm">
        <p>
          <b className="font-semibold">
            <ClaimedPlace geohash={geohash} isGiven />
          </b>{' '}
          <span className="text-soft">claimed place</span>
        </p>
        <Timeline of={of} />
      </div>
    )
  return (
    <div className="grid items-center gap-x-6 gap-y-5 @md:grid-cols-[minmax(0,13rem)_minmax(0,1fr)]">
      {isWanted ? (
        // Without a boundary of its own, the results would be hidden while the map is loaded.
        <Suspense fallback={<span className="aspect-[8/5] rounded-md border border-line" />}>
          <Place geohash={geohash} />
        </Suspense>
      ) : (
        <button
          type="button"
          className="grid aspect-[8/5] place-content-center gap-1 rounded-md border border-dashed border-edge p-4 text-sm hover:bg-sunken"
          onClick={() => setIsWanted(true)}
        >
          <span className="font-semibold">Show the claimed place</span>
          <span className="text-xs text-soft">Asks this service for a map</span>
        </button>
      )}
      <Timeline of={of} />
    </div>
  )
}
