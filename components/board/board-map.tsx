'use client'
import { useRouter } from 'next/navigation'
import { useMemo, useRef, useState } from 'react'
import AreaMap from '#components/map/lazy'
import { type BoardWish, boardLink, nearCharacters, withNear } from '#lib/client/board-url'
import { viewOf } from '#lib/client/view-of'
import { cellDistance } from '#lib/domain/cell-distance'
import { geohashAt, geohashBounds } from '#lib/domain/geohash-area'
import { formatUsdc, wholeUsdc } from '#lib/domain/money'
import type { MapView } from '../map/map-types.ts'
import { BoardCard, type BoardCardFacts } from './board-card.tsx'

/** The same bounties as a list and as cells: whichever is pointed at shows in both. */
export function BoardMap({
  entries,
  wish,
  styleUrl,
}: {
  entries: readonly BoardCardFacts[]
  wish: BoardWish
  styleUrl: string | undefined
}) {
  const router = useRouter()
  const [selected, setSelected] = useState<string>()
  const [seen, setSeen] = useState<MapView>()
  const list = useRef<HTMLUListElement>(null)
  const { near } = wish
  const cells = useMemo(() => cellsOf(entries), [entries])
  const nearBounds = useMemo(() => (near === undefined ? undefined : geohashBounds(near)), [near])
  const [view] = useState(() => viewOf(boundsToShow(near, entries)))
  const select = (geohash: string | undefined) => {
    setSelected(geohash)
    if (geohash === undefined) return
    const [first] = entries.filter((entry) => entry.geohash === geohash)
    const item = [...(list.current?.children ?? [])].find(
      (child) => child instanceof HTMLElement && child.dataset.bounty === first?.bountyId,
    )
    item?.scrollIntoView({ block: 'nearest' })
  }
  const here = seen && geohashAt(seen, charactersAt(seen.zoom))
  const hasMoved = here !== undefined && isElsewhere(here, near)
  return (
    <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
      <div className="lg:sticky lg:top-4 lg:order-2">
        <AreaMap
          styleUrl={styleUrl}
          view={view}
          onView={setSeen}
          cells={cells}
          cover={nearBounds ? [nearBounds] : []}
          selected={selected}
          onSelect={select}
          label="Open bounties on a map. The list has the same ones."
          className="h-[22rem] rounded-lg border border-line sm:h-[26rem] lg:h-[38rem]"
        />
        <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
          <p className="text-sm text-soft">{countWords(entries)}</p>
          {hasMoved && (
            <button
              type="button"
              className="button"
              onClick={() => router.push(boardLink(withNear(wish, here)), { scroll: false })}
            >
              Show what is near the middle of the map
            </button>
          )}
        </div>
      </div>
      <ul
        ref={list}
        aria-label="Open bounties"
        className="border-t border-line lg:max-h-[41rem] lg:overflow-y-auto lg:pr-4"
      >
        {entries.map((facts) => (
          <li
            key={facts.bountyId}
            data-bounty={facts.bountyId}
            onPointerEnter={() => facts.geohash && setSelected(facts.geohash)}
            onFocus={() => facts.geohash && setSelected(facts.geohash)}
            aria-current={facts.geohash !== null && facts.geohash === selected ? 'true' : undefined}
            className="relative scroll-my-4 border-b border-line py-5 aria-[current]:shadow-[inset_3px_0_0_var(--ink)] aria-[current]:pl-4"
          >
            <BoardCard facts={facts} near={near} isBeside />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** One for each cell, whatever is wanted there. */
function cellsOf(entries: readonly BoardCardFacts[]) {
  const byCell = Map.groupBy(
    entries.filter((entry) => entry.geohash !== null),
    (entry) => entry.geohash!,
  )
  return [...byCell].map(([geohash, there]) => ({
    geohash,
    ageSeconds: 0,
    label: there
      .map(({ title, amountUsdc }) => `${title}: ${formatUsdc(wholeUsdc(amountUsdc))} USDC`)
      .slice(0, 3)
      .concat(there.length > 3 ? [`and ${there.length - 3} more`] : [])
      .join(' · '),
  }))
}

const nearestShown = 8

/** What is near first, or all of it. */
function boundsToShow(near: string | undefined, entries: readonly BoardCardFacts[]) {
  const places = entries.flatMap(({ geohash }) => geohash ?? [])
  const shown =
    near === undefined ? places : [near, ...places.slice(0, nearestShown).filter(isRegional(near))]
  return shown.flatMap((geohash) => geohashBounds(geohash) ?? [])
}

const regionM = 300_000

/** Something at the other end of the world would leave nothing to see of what is near. */
function isRegional(near: string) {
  return (geohash: string) => (cellDistance(near, geohash)?.middleM ?? Number.POSITIVE_INFINITY) < regionM
}

/** About a quarter of what the map shows. */
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

function countWords(entries: readonly BoardCardFacts[]): string {
  const placed = entries.filter(({ geohash }) => geohash !== null).length
  const all = entries.length === 1 ? '1 bounty here' : `${entries.length} bounties here`
  if (placed === entries.length) return `${all}, each in the cell its poster named.`
  return `${all}; ${entries.length - placed} of them without a place, in the list only.`
}
