'use client'
import Link from 'next/link'
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { CopyButton } from '#components/ui/copy-button'
import { shortHash } from '#components/ui/hash'
import { Moment } from '#components/ui/moment'
import { ageOf, agoText, groupCells } from '#lib/client/group-cells'
import type { Observation } from '#lib/schemas/observation'

type SortBy = 'captured_at' | 'geohash' | 'observation_id'
type Props = {
  observations: readonly Observation[]
  now: Date
  /** A geohash. */
  selected: string | undefined
  onSelect: (geohash: string | undefined) => void
}

const pageRows = 50

/**
 * The captures of an answer with their cells and hashes: the map in words. A row's first cell is a button that selects its cell. Arrow keys
 * move between rows, and only the last focused row is in the Tab order.
 */
export function ObservationTable({ observations, now, selected, onSelect }: Props) {
  const [sort, setSort] = useState<{ by: SortBy; isUp: boolean }>({ by: 'captured_at', isUp: false })
  const [shown, setShown] = useState(pageRows)
  const [current, setCurrent] = useState<string>()
  const body = useRef<HTMLTableSectionElement>(null)
  const rows = useMemo(() => sorted(observations, sort), [observations, sort])
  const cell = useMemo(
    () => groupCells(observations, now).find(({ geohash }) => geohash === selected),
    [observations, now, selected],
  )
  const firstOfCell = rows.findIndex(({ geohash }) => geohash === selected)
  const visible = rows.slice(0, Math.max(shown, firstOfCell + 1))
  const tabbed = visible.some((one) => one.observation_id === current) ? current : visible[0]?.observation_id

  const move = (event: KeyboardEvent, index: number) => {
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: visible.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const row = visible[Math.max(0, Math.min(visible.length - 1, to))]!
    setCurrent(row.observation_id)
    body.current?.rows[visible.indexOf(row)]?.querySelector('button')?.focus()
  }

  return (
    <div className="@container min-w-0">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm text-soft">
        <p role="status" className="min-h-6 min-w-0">
          {cell ? `In the chosen cell: ${cell.label}.` : 'Choose a row, or a cell on the map.'}
        </p>
      </div>
      <table className="w-full border-collapse text-left text-sm">
        <caption className="sr-only">Captures. Arrow keys go from row to row.</caption>
        <thead className="border-b border-edge text-xs text-soft">
          <tr>
            <SortHeader by="captured_at" sort={sort} onSort={setSort}>
              Captured
            </SortHeader>
            <SortHeader by="geohash" sort={sort} onSort={setSort}>
              Cell
            </SortHeader>
            <SortHeader by="observation_id" sort={sort} onSort={setSort} className="@max-[33rem]:hidden">
              Fingerprint
            </SortHeader>
            <th scope="col" className="py-2 font-normal @max-[33rem]:hidden">
              Proof
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {visible.map((one, index) => {
            const isSelected = one.geohash === selected
            const tabIndex = one.observation_id === tabbed ? 0 : -1
            return (
              <tr
                key={one.observation_id}
                data-selected={isSelected || undefined}
                className="border-b border-line align-top data-selected:bg-sunken data-selected:shadow-[inset_3px_0_0_var(--ink)]"
                onFocus={() => setCurrent(one.observation_id)}
              >
                <td className="py-1.5 pr-2 pl-2.5">
                  <button
                    type="button"
                    tabIndex={tabIndex}
                    aria-pressed={isSelected}
                    className="text-left underline decoration-line underline-offset-4 hover:decoration-current"
                    onClick={() => onSelect(isSelected ? undefined : one.geohash)}
                    onKeyDown={(event) => move(event, index)}
                  >
                    <Moment iso={one.captured_at} />
                  </button>
                  <span className="block text-xs text-soft">{agoText(ageOf(one, now))}</span>
                  <span className="@min-[33rem]:hidden">
                    <Fingerprint one={one} tabIndex={tabIndex} />
                    <Links one={one} tabIndex={tabIndex} />
                  </span>
                </td>
                <td className="py-1.5 pr-2">
                  <code>{one.geohash}</code>
                </td>
                <td className="py-1.5 pr-2 @max-[33rem]:hidden">
                  <Fingerprint one={one} tabIndex={tabIndex} />
                </td>
                <td className="py-1.5 @max-[33rem]:hidden">
                  <Links one={one} tabIndex={tabIndex} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {visible.length < rows.length && (
        <button type="button" className="button mt-3" onClick={() => setShown(visible.length + pageRows)}>
          Show {Math.min(pageRows, rows.length - visible.length)} more of {rows.length.toLocaleString('en')}
        </button>
      )}
    </div>
  )
}

type CellProps = { one: Observation; tabIndex: number }

function Fingerprint({ one, tabIndex }: CellProps) {
  return (
    <span className="flex items-center gap-0.5 whitespace-nowrap">
      <code title={one.observation_id} className="text-xs">
        {shortHash(one.observation_id)}
      </code>
      <CopyButton text={one.observation_id} label="Copy the fingerprint" tabIndex={tabIndex} />
    </span>
  )
}

function Links({ one, tabIndex }: CellProps) {
  return (
    <span className="flex flex-wrap gap-x-4 whitespace-nowrap">
      <Link
        href={`/verify/${one.observation_id}`}
        prefetch={false}
        tabIndex={tabIndex}
        className="text-link underline underline-offset-3"
      >
        Check the record
      </Link>
      <Link
        href={one.anchor.viewer_url}
        prefetch={false}
        tabIndex={tabIndex}
        className="text-link underline underline-offset-3"
      >
        Anchor, tree {one.anchor.tree_id}
      </Link>
    </span>
  )
}

type HeaderProps = {
  by: SortBy
  sort: { by: SortBy; isUp: boolean }
  onSort: (sort: { by: SortBy; isUp: boolean }) => void
  children: ReactNode
  className?: string
}

function SortHeader({ by, sort, onSort, children, className = '' }: HeaderProps) {
  const isBy = sort.by === by
  return (
    <th
      scope="col"
      aria-sort={isBy ? (sort.isUp ? 'ascending' : 'descending') : 'none'}
      className={`font-normal first:pl-2.5 ${className}`}
    >
      <button
        type="button"
        className="min-h-9 hover:text-ink"
        onClick={() => onSort({ by, isUp: isBy ? !sort.isUp : by !== 'captured_at' })}
      >
        {children}
        <span aria-hidden="true" className="ml-1">
          {isBy ? (sort.isUp ? '↑' : '↓') : ''}
        </span>
      </button>
    </th>
  )
}

function sorted(
  observations: readonly Observation[],
  { by, isUp }: { by: SortBy; isUp: boolean },
): Observation[] {
  const sign = isUp ? 1 : -1
  // Equal rows stay in the order of the service: newest first.
  return [...observations].sort((a, b) => sign * (a[by] < b[by] ? -1 : a[by] > b[by] ? 1 : 0))
}
