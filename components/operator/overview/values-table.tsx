'use client'
import { useState } from 'react'
import { DataTable } from '../data-table.tsx'
import { Time } from '../time-format.tsx'
import type { Line } from './gaps.ts'

/** All values of a chart, the newest first, folded away. */
export function ValuesTable(props: {
  title: string
  /** ISO 8601. */
  times: readonly string[]
  lines: readonly Line[]
  say: (value: number | null | undefined) => string
}) {
  const { title, times, lines, say } = props
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="text-sm" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="min-h-8 content-center text-soft pointer-coarse:min-h-11">
        As a table<span className="sr-only">: {title}</span>
      </summary>
      {isOpen && (
        <div className="max-h-96 overflow-y-auto">
          <DataTable<number>
            caption={title}
            rows={times.map((_, at) => times.length - 1 - at)}
            idOf={String}
            empty="Nothing yet."
            columns={[
              { name: 'Time', cell: (at) => <Time iso={times[at]!} />, text: (at) => times[at]! },
              ...lines.map(({ name, values }) => ({
                name,
                isNumber: true,
                cell: (at: number) => say(values[at]),
                text: (at: number) => values[at] ?? '',
              })),
            ]}
          />
        </div>
      )}
    </details>
  )
}
