'use client'
import { useRouter } from 'next/navigation'
import { useMemo, useRef, useState } from 'react'
import AreaMap from '#components/map/lazy'
import { type BoardWish, boardLink, nearCharacters, withNear } from '#lib/client/board-url'
import { orientingViewOf, viewOf } from '#lib/client/view-of'
import { cellDistance } from '#lib/domain/geo/cell-distance'
import type { CellBounds } from '#lib/domain/geo/geohash'
import { geohashAt, geohashBounds } from '#lib/domain/geo/geohash-area'
import { rectangle } from '#lib/domain/map/geometry'
import type { MapView } from '#lib/domain/map/map-types'
import { readableUsdc, wholeUsdc } from '#lib/domain/money/money'
import { useIsWide } from '../ui/use-is-wide.ts'
import { BoardCard, type BoardCardFacts } from './board-card.tsx'
import { type Origin, useOrigin } from './own-position.ts'
import { insideFirst, placeBadge } from './place-badge.ts'

type BoardProps = {
  entries: readonly BoardCardFacts[]
  wish: BoardWish
  /** A style that replaces our own, from the settings. It is taken to have streets everywhere. */
  styleUrl: string | undefined
  /** Where our own style has streets. */
  streets: CellBounds | undefined
}

/** The same bounties as cards and as cells of a map. Hovering one highlights it in both. */
export function BoardPlaces({ entries, wish, styleUrl, streets }: BoardProps) {
  const [selected, setSelected] = useState<string>()
  const list = useRef<HTMLUListElement>(null)
  const isWide = useIsWide()
  const origin = useOrigin(wish.near)
  const from = origin?.at ?? wish.near
  const listed = wish.sort === 'nearest' ? insideFirst(entries, from) : entries
  const hasDistance = entries.some(({ geohash }) => placeBadge(geohash, from)?.isDistance)
  const select = (geohash: string | undefined) => {
    setSelected(geohash)
    if (geohash === undefined) return
    const [first] = entries.filter((entry) => entry.geohash === geohash)
    const item = [...(list.current?.children ?? [])].find(
      (child) => child instanceof HTMLElement && child.dataset.bounty === first?.bountyId,
    )
    item?.scrollIntoView({ block: 'nearest' })
  }
  const isMapFirst = wish.view === 'map'
  const map = (
    <div
      className={`relative overflow-hidden rounded-lg border border-line bg-sunken lg:sticky lg:top-4 lg:order-2 lg:h-[calc(100svh-2rem)] ${isMapFirst ? 'max-lg:mb-4 max-lg:h-[46svh]' : 'max-lg:hidden'}`}
    >
      {(isWide || isMapFirst) && (
        <PlacesMap
          entries={entries}
          wish={wish}
          styleUrl={styleUrl}
          streets={streets}
          selected={selected}
          isWide={isWide}
          onSelect={select}
        />
      )}
    </div>
  )
  return (
    <div className="mt-4 items-start gap-6 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)] xl:grid-cols-[minmax(0,1fr)_minmax(0,28rem)]">
      {isMapFirst && map}
      <div className="min-w-0">
        {hasDistance && (
          <p className="mb-3 text-sm text-soft">
            Distances are rough: from{' '}
            {origin ? originText[origin.is] : isMapFirst ? 'the outlined area' : 'the area you chose'} to the
            area of a bounty, usually about 1 km wide.
          </p>
        )}
        <ul
          ref={list}
          aria-label="Open bounties"
          className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-4 sm:gap-5"
        >
          {listed.map((facts, order) => (
            <li
              key={facts.bountyId}
              data-bounty={facts.bountyId}
              onPointerEnter={() => facts.geohash && setSelected(facts.geohash)}
              onFocus={() => facts.geohash && setSelected(facts.geohash)}
              aria-current={facts.geohash !== null && facts.geohash === selected ? 'true' : undefined}
              className="min-w-0 scroll-my-4 rounded-lg lg:aria-[current]:shadow-[0_0_0_2px_var(--ink)]"
            >
              <BoardCard facts={facts} from={from} isFirst={order < 2} />
            </li>
          ))}
        </ul>
      </div>
      {!isMapFirst && map}
    </div>
  )
}

const originText: Record<Origin['is'], string> = { own: 'your position', chosen: 'the place you chose' }

const coverWords = 'The area you search near'

function PlacesMap(
  props: BoardProps & {
    selected: string | undefined
    isWide: boolean
    onSelect: (geohash: string | undefined) => void
  },
) {
  const { entries, wish, styleUrl, streets, selected, isWide, onSelect } = props
  const { near } = wish
  const router = useRouter()
  const [views, setViews] = useState<{ first: MapView; seen: MapView }>()
  const cells = useMemo(() => cellsOf(entries), [entries])
  const cover = useMemo(() => {
    const bounds = near === undefined ? undefined : geohashBounds(near)
    // On a phone they would cover cells, so they are below the map.
    return bounds && { rings: [rectangle(bounds)], words: isWide ? coverWords : '' }
  }, [near, isWide])
  const [view] = useState(() => {
    const shown = boundsToShow(near, entries)
    return styleUrl === undefined ? orientingViewOf(shown, streets, mapHeight()) : viewOf(shown)
  })
  const [here, began] = views
    ? [views.seen, views.first].map((view) => geohashAt(view, charactersAt(views.seen.zoom)))
    : []
  const hasMoved = here !== undefined && here !== began && isElsewhere(here, near)
  return (
    <>
      <AreaMap
        styleUrl={styleUrl}
        view={view}
        onView={(seen) => setViews((before) => ({ first: before?.first ?? seen, seen }))}
        cells={cells}
        cover={cover}
        selected={selected}
        onSelect={onSelect}
        label="Open bounties on a map. The list has the same ones."
        className="h-full"
      />
      {hasMoved && (
        <p className="pointer-events-none absolute inset-x-0 bottom-14 text-center">
          <button
            type="button"
            className="button pointer-events-auto"
            onClick={() => router.push(boardLink(withNear(wish, here)), { scroll: false })}
          >
            Search near the map centre
          </button>
        </p>
      )}
    </>
  )
}

/** Returns one marker per cell, for all bounties of the cell together. */
function cellsOf(entries: readonly BoardCardFacts[]) {
  const byCell = Map.groupBy(
    entries.filter((entry) => entry.geohash !== null),
    (entry) => entry.geohash!,
  )
  return [...byCell].map(([geohash, there]) => ({
    geohash,
    ageSeconds: 0,
    label: there
      .map(({ title, amountUsdc }) => `${title}: ${readableUsdc(wholeUsdc(amountUsdc))} USDC`)
      .slice(0, 3)
      .concat(there.length > 3 ? [`and ${there.length - 3} more`] : [])
      .join(' · '),
  }))
}

/** In pixels, about: beside the list it is as high as the window. */
function mapHeight(): number | undefined {
  if (typeof window === 'undefined') return undefined
  return window.matchMedia('(width >= 64rem)').matches ? window.innerHeight : window.innerHeight / 2
}

const nearestShown = 8

/** The cells nearby, or the region with the most bounties. */
function boundsToShow(near: string | undefined, entries: readonly BoardCardFacts[]) {
  const places = entries.flatMap(({ geohash }) => geohash ?? [])
  const shown =
    near === undefined
      ? mostInOneRegion(places)
      : [near, ...places.slice(0, nearestShown).filter(isRegional(near))]
  return shown.flatMap((geohash) => geohashBounds(geohash) ?? [])
}

/** At the zoom of the whole world, none of their cells would be visible. */
function mostInOneRegion(places: readonly string[]): readonly string[] {
  const regions = places.map((place) => places.filter(isRegional(place)))
  return regions.reduce((most, region) => (region.length > most.length ? region : most), [])
}

const regionM = 60_000

/** A bounty far away would zoom the map out too far to see those nearby. */
function isRegional(near: string) {
  return (geohash: string) => (cellDistance(near, geohash)?.middleM ?? Number.POSITIVE_INFINITY) < regionM
}

/** A cell that is about a quarter of the visible map. */
function charactersAt(zoom: number): number {
  if (zoom < 4) return 2
  if (zoom < 7) return 3
  return zoom < 9.5 ? 4 : nearCharacters
}

function isElsewhere(here: string, near: string | undefined): boolean {
  if (near === undefined) return true
  const distance = cellDistance(here, near)
  return distance !== undefined && distance.leastM > 0
}
