'use client'
import { type ReactNode, Suspense, useContext, useId, useState } from 'react'
import { ClaimedPlace } from './claimed-place.tsx'
import { SurroundingsContext } from './surroundings.ts'
import { type Known, Timeline } from './timeline.tsx'

/** A fingerprint and its claimed place by the service's record, before the record is checked. */
export type Awaited = { sha256: string; geohash: string; name: string | undefined }

type Props = {
  /** Absent while the record is looked up. */
  of: Known | undefined
  awaited?: Awaited | undefined
  /** False for a proof that the reader gave: the service is asked for a map only on request. */
  isAsked: boolean
  /** What the file itself states. */
  children?: ReactNode
}

/** The claims of a record, said to be claims, and what the file itself states of the same. */
export function Claims({ of, awaited, isAsked, children }: Props) {
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
      <PlaceAndTime {...{ of, awaited, isAsked }} />
      {children}
    </section>
  )
}

/** The claimed cell on a map, and the known times. The map needs the service. */
function PlaceAndTime({ of, awaited, isAsked }: Omit<Props, 'children'>) {
  const { Place } = useContext(SurroundingsContext)!
  const [isWanted, setIsWanted] = useState(isAsked)
  const geohash = of?.proof?.geohash ?? awaited?.geohash
  if (!geohash) return null
  const name = awaited?.geohash === geohash ? awaited.name : undefined
  // The room of its three lines.
  const timeline = of ? <Timeline of={of} /> : <div aria-hidden="true" className="h-[5.7rem]" />
  if (!Place)
    return (
      <div className="grid gap-5 text-sm">
        <p>
          <b className="font-semibold">
            <ClaimedPlace geohash={geohash} isGiven />
          </b>{' '}
          <span className="text-soft">claimed place</span>
        </p>
        {timeline}
      </div>
    )
  return (
    <div className="grid items-center gap-x-6 gap-y-5 @md:grid-cols-[minmax(0,13rem)_minmax(0,1fr)]">
      {isWanted ? (
        // Without a boundary of its own, the results would be hidden while the map is loaded.
        <Suspense fallback={<PlaceRoom />}>
          <Place geohash={geohash} name={name} />
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
      {timeline}
    </div>
  )
}

/** The room of the map with the two lines below it. */
function PlaceRoom() {
  return (
    <div aria-hidden="true">
      <div className="aspect-[8/5] rounded-md border border-line bg-map-land" />
      <p className="mt-2 text-sm">
        {'\u00a0'}
        <span className="block text-xs">{'\u00a0'}</span>
      </p>
    </div>
  )
}
