'use client'
import type { ReactNode } from 'react'
import { type CsvCell, writeCsv } from '#lib/domain/csv'
import { saveText } from '../ui/save-text.ts'

export type Column<Row> = {
  name: string
  /** What is shown. Absent: it is for files alone. */
  cell?: (row: Row) => ReactNode
  /** What a file gets: plain text or a number, times as ISO 8601. Absent: what is only pressed. */
  text?: (row: Row) => CsvCell
  /** Figures stand on the right. */
  isNumber?: boolean
}

/** Scrolls by itself. Buttons keep to a line, and a finger finds the links. */
const frame =
  'overflow-x-auto rounded-md border border-line [&_td_.button]:whitespace-nowrap pointer-coarse:[&_td>a]:inline-flex pointer-coarse:[&_td>a]:min-h-11 pointer-coarse:[&_td>a]:items-center'
const saveButton = 'min-h-8 pointer-coarse:min-h-11 underline underline-offset-4 hover:text-ink'

type Props<Row> = {
  /** What the table is of, for whoever does not see it, and the name of its files. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => string
  /** Nothing at all yet, or nothing under these filters: two different things. */
  empty: ReactNode
}

/** Rows to be read and to be taken away: as they are (JSON), or as a spreadsheet reads them (CSV). Scrolls by itself. */
export function DataTable<Row>({ caption, columns, rows, idOf, empty }: Props<Row>) {
  if (rows.length === 0) return <p className="text-soft">{empty}</p>
  const file = caption.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const shown = columns.flatMap(({ cell, ...column }) => (cell ? [{ ...column, cell }] : []))
  const saveCsv = () => {
    const told = columns.flatMap(({ name, text }) => (text ? [{ name, text }] : []))
    const lines = rows.map((row) => told.map(({ text }) => text(row)))
    saveText(`cairn-${file}.csv`, 'text/csv', writeCsv([told.map(({ name }) => name), ...lines]))
  }
  const saveJson = () => saveText(`cairn-${file}.json`, 'application/json', JSON.stringify(rows, null, 2))
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no pointer scrolls it by keys */}
      <section aria-label={caption} tabIndex={0} className={frame}>
        <table className="w-full border-collapse bg-raised text-sm">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="border-b border-line text-left">
              {shown.map(({ name, isNumber }) => (
                <th
                  key={name}
                  scope="col"
                  className={`px-3 py-2 font-semibold whitespace-nowrap ${isNumber ? 'text-right' : ''}`}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={idOf(row)} className="border-b border-line last:border-b-0 align-baseline">
                {shown.map((column) => (
                  <td
                    key={column.name}
                    className={`px-3 py-2 ${column.isNumber ? 'text-right tabular-nums' : ''}`}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
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
    </div>
  )
}
