'use client'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Asked } from './asked.tsx'
import { type Column, DataTable } from './data-table.tsx'

type Filters = Readonly<Partial<Record<string, string>>>

type Props<Data, Row> = {
  query: UseQueryResult<Data>
  caption: string
  columns: readonly Column<Row>[]
  rowsOf: (page: Data) => readonly Row[]
  idOf: (row: Row) => string
  /** The text for an empty list; `emptyFiltered` is for a list in which no row fits the filters. */
  empty: string
  emptyFiltered: string
  filters: Filters
  change: (changes: Filters) => void
  /** Shown between the list and its pager. */
  children?: (page: Data) => ReactNode
}

/** A page of a list, with its filters in the address, and links to its other pages. */
export function List<Data extends object, Row>(props: Props<Data, Row>) {
  const { query, caption, columns, rowsOf, idOf, empty, emptyFiltered, filters, change, children } = props
  const isFiltered = isNarrowed(filters)
  return (
    <Asked query={query}>
      {(page) => (
        <div aria-busy={query.isPlaceholderData} className="grid grid-cols-1 gap-4">
          <DataTable
            {...{ caption, columns, idOf }}
            rows={rowsOf(page)}
            empty={isFiltered || filters.cursor ? emptyFiltered : empty}
          />
          {children?.(page)}
          <Pager {...{ filters, change }} nextCursor={nextOf(page)} />
        </div>
      )}
    </Asked>
  )
}

function Pager({
  filters,
  change,
  nextCursor,
}: Pick<Props<never, never>, 'filters' | 'change'> & { nextCursor: string | null }) {
  const without = () => change(Object.fromEntries(Object.keys(filters).map((name) => [name, ''])))
  const buttons: [boolean, string, () => void][] = [
    [Boolean(filters.cursor), 'First page', () => change({ cursor: '' })],
    [nextCursor !== null, 'Next page', () => change({ cursor: nextCursor! })],
    [isNarrowed(filters), 'Clear filters', without],
  ]
  const shown = buttons.filter(([isShown]) => isShown)
  if (shown.length === 0) return null
  return (
    <div className="flex flex-wrap gap-3">
      {shown.map(([, text, go]) => (
        <button key={text} type="button" className="button" onClick={go}>
          {text}
        </button>
      ))}
    </div>
  )
}

function nextOf(page: { next_cursor?: string | null }): string | null {
  return page.next_cursor ?? null
}

/** True if a filter is set. The cursor is not a filter. */
export function isNarrowed(filters: Filters): boolean {
  return Object.entries(filters).some(([name, value]) => name !== 'cursor' && Boolean(value))
}
