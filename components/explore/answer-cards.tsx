'use client'
import Link from 'next/link'
import { useEffect, useRef, useState } from 'react'
import { CellMap } from '#components/place/cell-map'
import { PlaceName } from '#components/place/place-name'
import { Moment } from '#components/ui/moment'
import { ageOf, newestByCell } from '#lib/client/group-cells'
import { hasAge } from '#lib/domain/text/moment'
import type { Observation } from '#lib/schemas/observation'
import { ageStep, ageTokens } from '../map/age-ramp.ts'
import { CommissionLink } from './commission-link.tsx'
import { cellSize } from './words.ts'

type Props = {
  observations: readonly Observation[]
  /** The searched place and the cell that contains it, if it was searched for by name. */
  named: { cell: string; name: string } | undefined
  now: Date
  /** A geohash. */
  selected: string | undefined
  onSelect: (geohash: string | undefined) => void
}

const pageCards = 20

/** The observation whose record was opened last in this tab. After Back, its card is where the reader left the list. */
let opened: string | undefined

/** The captures of an answer as cards: place, time, proof, and next steps. */
export function AnswerCards({ observations, named, now, selected, onSelect }: Props) {
  const [shown, setShown] = useState(pageCards)
  const first = observations.findIndex(({ geohash }) => geohash === selected)
  const [left] = useState(() => observations.findIndex(({ observation_id }) => observation_id === opened))
  const visible = observations.slice(0, Math.max(shown, first + 1, left + 1))
  const list = useRef<HTMLUListElement>(null)
  const newest = newestByCell(observations)
  /** The pressed card. A cell that was selected on the map or in the address selects all its cards. */
  const [pressed, setPressed] = useState<Observation>()
  if (pressed && pressed.geohash !== selected) setPressed(undefined)

  // Scrolls to the first card of a cell that was selected on the map. If the focus is in the list, the card was selected there and
  // is visible.
  useEffect(() => {
    if (first === -1 || list.current?.contains(document.activeElement)) return
    list.current?.children[first]?.scrollIntoView({ block: 'nearest' })
  }, [first])

  useEffect(() => {
    list.current?.children[left]?.scrollIntoView({ block: 'center' })
  }, [left])

  return (
    <>
      <ul ref={list} className="grid gap-3">
        {visible.map((one, index) => {
          const isSelected =
            one.geohash === selected && (!pressed || pressed.observation_id === one.observation_id)
          return (
            <AnswerCard
              key={one.observation_id}
              one={one}
              newest={newest.get(one.geohash)!.captured_at}
              contains={named?.cell === one.geohash ? named.name : undefined}
              now={now}
              isSelected={isSelected}
              onSelect={() => {
                setPressed(isSelected ? undefined : one)
                onSelect(isSelected ? undefined : one.geohash)
                // On a phone the sheet may get lower now.
                requestAnimationFrame(() =>
                  list.current?.children[index]?.scrollIntoView({ block: 'nearest' }),
                )
              }}
            />
          )
        })}
      </ul>
      {visible.length < observations.length && (
        <button type="button" className="button" onClick={() => setShown(visible.length + pageCards)}>
          Show {Math.min(pageCards, observations.length - visible.length)} more of{' '}
          {observations.length.toLocaleString('en')}
        </button>
      )}
    </>
  )
}

/**
 * @param newest the newest claimed time of capture in the same cell
 * @param contains the name of the searched place, if it is in the cell. The picture may not show it
 */
type CardProps = {
  one: Observation
  newest: string
  contains: string | undefined
  now: Date
  isSelected: boolean
  onSelect: () => void
}

function AnswerCard({ one, newest, contains, now, isSelected, onSelect }: CardProps) {
  const { geohash, captured_at, observation_id } = one
  const age = ageOf(one, now)
  const color = `var(${ageTokens[ageStep(age)]})`
  return (
    <li
      data-cell={geohash}
      data-selected={isSelected || undefined}
      className="relative grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-3 rounded-md border border-line bg-raised p-2.5 data-selected:border-ink data-selected:shadow-[0_0_0_1px_var(--ink)]"
    >
      <div>
        <CellMap
          geohash={geohash}
          className="aspect-square w-full rounded-sm border border-line object-cover"
        />
      </div>
      <div className="grid min-w-0 content-start gap-0.5 text-sm">
        <h2 className="min-w-0 text-sm tracking-normal">
          <button
            type="button"
            aria-pressed={isSelected}
            className="text-left font-semibold wrap-anywhere after:absolute after:inset-0 after:rounded-md"
            onClick={onSelect}
          >
            <PlaceName geohash={geohash} />
            <span className="sr-only">, show on the map</span>
          </button>
        </h2>
        {contains && (
          <p className="text-xs text-soft wrap-anywhere">
            Its area of up to {cellSize} includes {contains}
          </p>
        )}
        <p className="overflow-hidden text-soft">
          {/* A dot before each that the edge cuts off at the beginning of a line. */}
          <span className="-ml-3 flex flex-wrap *:relative *:pl-3 *:before:absolute *:before:left-1 *:before:content-['·']">
            <Moment iso={captured_at} />
            {hasAge(captured_at, now) && <Moment iso={captured_at} show="relative" />}
          </span>
        </p>
        <p className="flex items-baseline gap-x-1.5 text-xs">
          <span
            aria-hidden="true"
            className="size-2 flex-none rounded-full"
            style={{ background: color, boxShadow: `0 0 6px 1px ${color}` }}
          />
          <span>
            On record <span className="text-soft">· place and time as claimed</span>
          </span>
        </p>
        <p className="relative mt-1 flex flex-wrap gap-x-4 text-xs">
          <Link
            href={`/verify/${observation_id}`}
            prefetch={false}
            onClick={() => {
              opened = observation_id
            }}
            className="link inline-flex min-h-7 items-center pointer-coarse:min-h-11"
          >
            Check the record
          </Link>
          <CommissionLink
            cell={geohash}
            newest={newest}
            className="link inline-flex min-h-7 items-center pointer-coarse:min-h-11"
          >
            Commission a new film here
          </CommissionLink>
        </p>
      </div>
    </li>
  )
}
