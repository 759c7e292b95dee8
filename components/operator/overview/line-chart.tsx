'use client'
import { useId, useState } from 'react'
import { utcText } from '#components/ui/utc-time'
import { DataTable } from '../data-table.tsx'
import { Drawing, type Line, type Look, type Plotted } from './drawing.tsx'

const looks: readonly Look[] = [
  { token: 'text-ink', dash: [] },
  { token: 'text-link', dash: [8, 4] },
  { token: 'text-wait', dash: [2, 3] },
  { token: 'text-none', dash: [12, 3, 2, 3] },
  { token: 'text-bad', dash: [5, 2] },
  { token: 'text-good', dash: [1, 5] },
]
const lookOf = (nth: number): Look => looks[nth % looks.length]!

/**
 * Lines over time, and what they say in words: a pointer over them, or the arrow keys on the slider below, choose a moment, and
 * the names tell its values. A table has all of it.
 */
export function LineChart(props: Plotted & { title: string; unit: string }) {
  const { title, unit, times, lines, format } = props
  const [chosen, setChosen] = useState<number>()
  const id = useId()
  const last = times.length - 1
  const index = Math.min(chosen ?? last, last)
  const say = (value: number | null | undefined) => (value == null ? 'not known' : format(value))
  const moment = `${isoOf(times[index]!).slice(0, 16).replace('T', ' ')} UTC`
  return (
    <figure aria-labelledby={id} className="grid min-w-0 grid-cols-1 content-start gap-2">
      <figcaption id={id} className="text-sm font-semibold">
        {title} <span className="font-normal text-soft">{unit}</span>
      </figcaption>
      <Drawing {...props} looks={lookOf} chosen={index} onChoose={setChosen} />
      <div className="flex items-center gap-3 text-sm">
        <input
          type="range"
          aria-label={`Moment of ${title}`}
          aria-valuetext={`${moment}: ${lines.map(({ name, values }) => `${name} ${say(values[index])}`).join(', ')}`}
          min={0}
          max={last}
          value={index}
          onChange={(event) => setChosen(Number(event.target.value))}
          className="min-h-8 min-w-0 flex-1 pointer-coarse:min-h-11 accent-(--ink)"
        />
        <span className="whitespace-nowrap text-soft tabular-nums">{moment}</span>
      </div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {lines.map(({ name, values }, nth) => (
          <li key={name} className="inline-flex items-center gap-2">
            <Swatch look={lookOf(nth)} />
            {name} <strong className="font-semibold tabular-nums">{say(values[index])}</strong>
          </li>
        ))}
      </ul>
      <AsTable title={title} times={times} lines={lines} say={say} />
    </figure>
  )
}

function Swatch({ look }: { look: Look }) {
  return (
    <svg viewBox="0 0 28 6" aria-hidden="true" className={`w-7 flex-none ${look.token}`}>
      <path d="M0 3h28" stroke="currentColor" strokeWidth="2.5" strokeDasharray={look.dash.join(' ')} />
    </svg>
  )
}

function AsTable(props: {
  title: string
  times: readonly number[]
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
        <DataTable
          caption={title}
          rows={times.map((_, at) => times.length - 1 - at)}
          idOf={String}
          empty="Nothing yet."
          columns={[
            {
              name: 'Time',
              cell: (at) => <span className="whitespace-nowrap">{utcText(isoOf(times[at]!))}</span>,
              text: (at) => isoOf(times[at]!),
            },
            ...lines.map(({ name, values }) => ({
              name,
              isNumber: true,
              cell: (at: number) => say(values[at]),
              text: (at: number) => values[at] ?? '',
            })),
          ]}
        />
      )}
    </details>
  )
}

function isoOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z')
}
