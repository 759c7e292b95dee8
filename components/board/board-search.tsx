'use client'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useEffect, useId, useRef, useState, useSyncExternalStore, useTransition } from 'react'
import { LazyPlaceBox } from '#components/place/lazy-place-box'
import { type BoardWish, boardLink, countFilters, nearCharacters, withNear } from '#lib/client/board-url'
import { chosenName, storeBoardLink, storeChosenPlace } from '#lib/client/board-visit'
import type { Place } from '#lib/domain/geo/cell-distance'
import { geohashAt } from '#lib/domain/geo/geohash-area'
import { noSubscription } from '../ui/no-subscription.ts'
import { BoardFilters } from './board-filters.tsx'
import { nearText } from './near-text.ts'
import { keepOwnPosition } from './own-position.ts'

type Props = {
  wish: BoardWish
  /** The name of the reader's place. */
  nearName: string | undefined
  networks: readonly { id: string; name: string }[]
  /** How many bounties are shown, for a screen reader. */
  found: string
}

/** One field for the place, and chips for the other filters. Each choice has its own address, so Back works and it can be shared. */
export function BoardSearch({ wish, nearName, networks, found }: Props) {
  const router = useRouter()
  const [isBusy, begin] = useTransition()
  const [showsFilters, setShowsFilters] = useState(false)
  const [said, setSaid] = useState('')
  const id = useId()
  const [chosen, setChosen] = useState<string>()
  const show = (next: BoardWish) => begin(() => router.push(boardLink(next), { scroll: false }))
  const goNear = (near: string | undefined, name?: string, point?: Place) => {
    setSaid('')
    storeChosenPlace(near ?? '', name, point)
    show(withNear(wish, near))
  }
  const { near, sort, view } = wish
  const link = boardLink(wish)
  useEffect(() => storeBoardLink(link), [link])
  // After a reload or on the way back, the place is called what the reader chose.
  const ownName = useSyncExternalStore(
    noSubscription,
    () => chosenName(near),
    () => undefined,
  )
  const nearWords = nearText(ownName ?? nearName ?? near ?? '')
  /** The field shows the chosen name until another place is chosen. */
  const [field, setField] = useState({ order: 0, near })
  if (field.near !== near) setField({ order: field.order + (chosen === near ? 0 : 1), near })
  const isCleared = useRef(false)
  // The button that cleared it is gone, and the field may be a new one.
  useEffect(() => {
    if (near === undefined && isCleared.current) document.getElementById(`${id}-near`)?.focus()
    isCleared.current = false
  }, [near, id])
  const isEnding = sort === 'ending_soonest'
  const filters = countFilters(wish)
  return (
    <section
      aria-label="Search and filters"
      aria-busy={isBusy}
      className="gap-x-3 lg:grid lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center"
    >
      <div className="flex min-w-0 items-center rounded-lg border border-edge bg-raised pl-4 has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-ink">
        <label htmlFor={`${id}-near`} className="flex-none">
          <span className="sr-only">Near where</span>
          <svg
            viewBox="0 0 24 24"
            aria-hidden="true"
            className="size-5 text-soft"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
          >
            <path d="M10.500 4a6.500 6.500 0 1 1 0 13 6.500 6.500 0 0 1 0-13Zm5 11.500L20 20" />
          </svg>
        </label>
        <LazyPlaceBox
          key={field.order}
          characters={nearCharacters}
          onPick={({ geohash, point }, name) => {
            setChosen(geohash)
            keepOwnPosition(undefined)
            goNear(geohash, name, point && { longitude: point[0], latitude: point[1] })
          }}
          input={{
            id: `${id}-near`,
            placeholder: near === undefined ? 'Town or place' : nearWords,
            'aria-describedby': `${id}-now`,
            className: `min-h-13 w-full min-w-0 flex-1 bg-transparent px-3 text-base text-ellipsis outline-none focus-visible:shadow-none ${near === undefined ? 'placeholder:text-soft' : 'placeholder:text-ink'} placeholder:opacity-100`,
          }}
        />
        <span id={`${id}-now`} className="sr-only">
          {near === undefined ? 'A town, a geohash, or latitude, longitude' : `Now: ${nearWords}`}
        </span>
        {near !== undefined && (
          <button
            type="button"
            aria-label="Clear the place"
            title="Clear the place"
            className="grid size-11 flex-none place-items-center text-soft hover:text-ink"
            onClick={() => {
              isCleared.current = true
              goNear(undefined)
            }}
          >
            <svg
              viewBox="0 0 16 16"
              aria-hidden="true"
              className="size-4"
              stroke="currentColor"
              strokeWidth="1.8"
            >
              <path d="m3.500 3.500 9 9m0-9-9 9" />
            </svg>
          </button>
        )}
        <Link
          href={boardLink({ ...wish, view: view === 'map' ? 'list' : 'map' })}
          prefetch={false}
          className="flex min-h-13 flex-none items-center px-4 font-semibold text-link lg:hidden"
        >
          {view === 'map' ? 'List' : 'Map'}
        </Link>
      </div>
      <div className="flex flex-wrap gap-2 max-lg:mt-2.5">
        <button type="button" className="chip" onClick={() => locate({ onSaid: setSaid, onNear: goNear })}>
          Near me
        </button>
        <button
          type="button"
          className="chip"
          aria-pressed={isEnding}
          onClick={() => show({ ...wish, sort: isEnding ? (near ? 'nearest' : 'newest') : 'ending_soonest' })}
        >
          Ending soon
        </button>
        <button
          type="button"
          className="chip"
          aria-expanded={showsFilters}
          aria-controls={`${id}-filters`}
          onClick={() => setShowsFilters(!showsFilters)}
        >
          {filters === 0 ? 'Filters' : `Filters (${filters})`}
        </button>
      </div>
      <div id={`${id}-filters`} hidden={!showsFilters} className="lg:col-span-full">
        <BoardFilters wish={wish} networks={networks} onWish={show} />
      </div>
      <p role="status" className="mt-2 text-sm text-soft empty:hidden lg:col-span-full">
        {said}
      </p>
      <p role="status" className="sr-only">
        {isBusy ? 'Looking…' : found}
      </p>
    </section>
  )
}

/** Asks the device for its position. Only a cell of five kilometres leaves this page. */
function locate({ onSaid, onNear }: { onSaid: (text: string) => void; onNear: (near: string) => void }) {
  onSaid('Waiting for your device’s location…')
  navigator.geolocation.getCurrentPosition(
    ({ coords: { latitude, longitude } }) => {
      keepOwnPosition({ latitude, longitude })
      onNear(geohashAt({ latitude, longitude }, nearCharacters))
    },
    () => onSaid('Your device did not share its location. Type a town instead.'),
    { timeout: 20_000, maximumAge: 300_000 },
  )
}
