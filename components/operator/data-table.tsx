'use client'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { type CsvCell, writeCsv } from '#lib/domain/text/csv'
import { saveText } from '../ui/save-text.ts'
import { useIsNarrow } from './use-is-narrow.ts'

export type Column<Row> = {
  name: string
  /** The cell on the page. Absent if the column is only for files. */
  cell?: (row: Row) => ReactNode
  /** The cell in a file: plain text or a number, times as ISO 8601. Absent for buttons. */
  text?: (row: Row) => CsvCell
  /** Numbers are aligned right. */
  isNumber?: boolean
}

type Props<Row> = {
  /** The caption for screen readers, and the name of exported files. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => string
  /** The `id` of the row in the page, for links to it. */
  anchorOf?: (row: Row) => string
  /** Text for an empty table, such as "No payments yet". */
  empty: ReactNode
}

type Shown<Row> = Column<Row> & { cell: (row: Row) => ReactNode }
type Look<Row> = Pick<Props<Row>, 'caption' | 'rows' | 'idOf' | 'anchorOf'> & {
  columns: readonly Shown<Row>[]
}

/**
 * Shows rows as a table or, on phones and tablets, as cards with the first column as the heading and buttons at the end. Rows can be saved as
 * JSON or CSV.
 */
export function DataTable<Row>({ caption, columns, rows, idOf, anchorOf, empty }: Props<Row>) {
  const isNarrow = useIsNarrow()
  if (rows.length === 0) return <p className="text-soft">{empty}</p>
  const shown = columns.flatMap(({ cell, ...column }) => (cell ? [{ ...column, cell }] : []))
  // Buttons come last, and stay visible.
  shown.sort((a, b) => Number(!a.text) - Number(!b.text))
  const look = { caption, rows, idOf, anchorOf, columns: shown }
  return (
    <div>
      {isNarrow ? <Cards {...look} /> : <Table {...look} />}
      <SaveButtons {...{ caption, columns, rows }} />
    </div>
  )
}

/**
 * A separate scroll area in which the first column stays visible. Times and headings wrap before it has to scroll. Buttons do not wrap, and
 * links are large enough for a finger.
 */
const frame =
  'overflow-x-auto rounded-md border border-line [&_td_.button]:whitespace-nowrap [&_td_time]:whitespace-normal pointer-coarse:[&_td>a]:inline-flex pointer-coarse:[&_td>a]:min-h-11 pointer-coarse:[&_td>a]:items-center'
const cell = 'px-3.5 py-2.5 first:sticky first:left-0 first:z-1 first:bg-raised'
const buttonCell = 'sticky right-0 bg-raised text-right'

function Table<Row>({ caption, columns, rows, idOf, anchorOf }: Look<Row>) {
  const section = useRef<HTMLElement>(null)
  const hasMore = useHasMore(section)
  return (
    <>
      {/* Above the rows, because the end of a long table is out of sight. */}
      {hasMore && (
        <p className="mb-1 text-right text-xs">
          <button
            type="button"
            className={saveButton}
            onClick={() => section.current?.scrollBy({ left: section.current.clientWidth / 2 })}
          >
            More columns at the right
          </button>
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it */}
      <section ref={section} aria-label={caption} tabIndex={0} className={frame}>
        <table className="w-full border-collapse bg-raised text-sm">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="border-b border-line text-left">
              {columns.map(({ name, isNumber, text }) => (
                <th
                  key={name}
                  scope="col"
                  className={`align-bottom text-xs font-medium text-soft ${cell} ${isNumber ? 'text-right' : ''} ${text ? '' : buttonCell}`}
                >
                  <span className={text ? '' : 'sr-only'}>{name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr
                key={idOf(row)}
                id={anchorOf?.(row)}
                className="scroll-mt-20 border-b border-line last:border-b-0 align-baseline"
              >
                {columns.map((column) => (
                  <td
                    key={column.name}
                    className={`${cell} ${column.isNumber ? 'text-right tabular-nums' : ''} ${column.text ? '' : buttonCell}`}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

/** What is cut off by less has no content. */
const cellPaddingPx = 16

/** True while columns at the right are hidden: some systems show no scroll bar. */
function useHasMore(area: RefObject<HTMLElement | null>): boolean {
  const [hasMore, setHasMore] = useState(false)
  useEffect(() => {
    const element = area.current
    if (!element) return
    const measure = () =>
      setHasMore(element.scrollLeft + element.clientWidth < element.scrollWidth - cellPaddingPx)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    element.addEventListener('scroll', measure)
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [area])
  return hasMore
}

function Cards<Row>({ caption, columns, rows, idOf, anchorOf }: Look<Row>) {
  const [first, ...others] = columns
  const facts = others.filter(({ text }) => text)
  const buttons = others.filter(({ text }) => !text)
  return (
    <section aria-label={caption}>
      <ul className="grid grid-cols-1 gap-3 md:grid-cols-2">
        {rows.map((row) => (
          <li
            key={idOf(row)}
            id={anchorOf?.(row)}
            className="grid min-w-0 scroll-mt-20 grid-cols-1 content-start gap-3 rounded-md border border-line bg-raised p-4 text-sm"
          >
            <div>
              <p className="caption">{first?.name}</p>
              <div className="text-base font-semibold wrap-anywhere">{first?.cell(row)}</div>
            </div>
            <dl className="grid grid-cols-[fit-content(7.5rem)_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5">
              {facts.map(({ name, cell }) => (
                <div key={name} className="contents">
                  <dt className="caption">{name}</dt>
                  <dd className="min-w-0 wrap-anywhere tabular-nums [&_*]:min-w-0 [&_*]:whitespace-normal [&_code[title]]:text-xs [&_code[title]]:whitespace-nowrap">
                    {cell(row)}
                  </dd>
                </div>
              ))}
            </dl>
            {buttons.map(({ name, cell }) => (
              <div key={name} className="flex flex-wrap gap-2 empty:hidden">
                {cell(row)}
              </div>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

const saveButton = 'min-h-8 pointer-coarse:min-h-11 underline underline-offset-4 hover:text-ink'

function SaveButtons<Row>({ caption, columns, rows }: Pick<Props<Row>, 'caption' | 'columns' | 'rows'>) {
  const file = `cairn-${caption.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`
  const saveCsv = () => {
    const told = columns.flatMap(({ name, text }) => (text ? [{ name, text }] : []))
    const lines = rows.map((row) => told.map(({ text }) => text(row)))
    saveText(`${file}.csv`, 'text/csv', writeCsv([told.map(({ name }) => name), ...lines]))
  }
  const saveJson = () => saveText(`${file}.json`, 'application/json', JSON.stringify(rows, null, 2))
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-4 text-xs text-soft">
      <span>
        {rows.length} {rows.length === 1 ? 'row' : 'rows'}
      </span>
      <button type="button" className={saveButton} onClick={saveCsv}>
        Save as CSV
      </button>
      <button type="button" className={saveButton} onClick={saveJson}>
        Save as JSON
      </button>
    </p>
  )
}
