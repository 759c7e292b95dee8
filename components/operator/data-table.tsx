'use client'
import type { ReactNode } from 'react'
import { type CsvCell, writeCsv } from '#lib/domain/csv'
import { saveText } from '../ui/save-text.ts'

export type Column<Row> = {
  name: string
  /** What is shown. */
  cell: (row: Row) => ReactNode
  /** What a file gets: plain text or a number, times as ISO 8601. */
  text: (row: Row) => CsvCell
  /** Figures stand on the right. */
  isNumber?: boolean
}

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
  const saveCsv = () =>
    saveText(
      `cairn-${file}.csv`,
      'text/csv',
      writeCsv([
        columns.map(({ name }) => name),
        ...rows.map((row) => columns.map((column) => column.text(row))),
      ]),
    )
  const saveJson = () => saveText(`cairn-${file}.json`, 'application/json', JSON.stringify(rows, null, 2))
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no pointer scrolls it by keys */}
      <section aria-label={caption} tabIndex={0} className="overflow-x-auto rounded-md border border-line">
        <table className="w-full border-collapse bg-raised text-sm">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="border-b border-line text-left">
              {columns.map(({ name, isNumber }) => (
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
                {columns.map((column) => (
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
      <p className="mt-2 flex flex-wrap items-center gap-x-4 text-sm text-soft">
        <span>
          {rows.length} {rows.length === 1 ? 'row' : 'rows'}
        </span>
        <button
          type="button"
          className="min-h-11 underline underline-offset-4 hover:text-ink"
          onClick={saveCsv}
        >
          Save as CSV
        </button>
        <button
          type="button"
          className="min-h-11 underline underline-offset-4 hover:text-ink"
          onClick={saveJson}
        >
          Save as JSON
        </button>
      </p>
    </div>
  )
}
