'use client'
import { useId, useState } from 'react'
import { useTimeText } from '../time-format.tsx'
import { Drawing, type Look, margin, nearest, type Plotted } from './drawing.tsx'
import { ValuesTable } from './values-table.tsx'

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
 * Lines over time with their values in words: a pointer over them, or the arrow keys on the slider below, choose a moment, and the legend
 * shows its values. A table has all values.
 */
export function LineChart(props: Plotted & { title: string; unit: string; note?: string | undefined }) {
  const { title, unit, note, times, lines, format } = props
  const [chosen, setChosen] = useState<number>()
  const id = useId()
  const timeText = useTimeText()
  const last = times.length - 1
  if (last < 0) return null
  const index = Math.min(chosen ?? newestKnown(lines, last), last)
  const say = (value: number | null | undefined) => (value == null ? 'not recorded' : format(value))
  const moment = timeText(isoOf(times[index]!))
  return (
    <figure aria-labelledby={id} className="grid min-w-0 grid-cols-1 content-start gap-2">
      <figcaption id={id} className="text-sm font-semibold">
        {title} <span className="font-normal text-soft">{unit}</span>
      </figcaption>
      <Drawing {...props} looks={lookOf} chosen={index} onChoose={setChosen} />
      <div className="relative flex items-center">
        <span aria-hidden="true" className="absolute left-0 text-xs text-soft">
          Time
        </span>
        <input
          type="range"
          aria-label={`Moment of ${title}`}
          aria-valuetext={`${moment}: ${lines.map(({ name, values }) => `${name} ${say(values[index])}`).join(', ')}`}
          // In time, as the drawing, so that the thumb is below its moment.
          min={props.from}
          max={props.to}
          value={times[index]}
          onChange={(event) => setChosen(nearest(times, Number(event.target.value)))}
          onKeyDown={(event) => {
            const by = arrows[event.key]
            if (by === undefined) return
            event.preventDefault()
            setChosen(Math.min(Math.max(index + by, 0), last))
          }}
          style={besideAxis}
          className={`min-h-8 min-w-0 pointer-coarse:min-h-11 ${thinSlider}`}
        />
      </div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        <li className="whitespace-nowrap text-soft tabular-nums">{moment}</li>
        {lines.map(({ name, values }, nth) => (
          <li key={name} className="inline-flex items-center gap-2">
            <Swatch look={lookOf(nth)} />
            {name} <strong className="font-semibold tabular-nums">{say(values[index])}</strong>
          </li>
        ))}
      </ul>
      {last === 0 && lines.some(({ values }) => values[0] != null) && (
        <p className="text-sm text-soft">Only one moment is recorded so far.</p>
      )}
      {note && <p className="max-w-[65ch] text-sm text-soft">{note}</p>}
      <ValuesTable title={title} times={times.map(isoOf)} lines={lines} say={say} />
    </figure>
  )
}

/** A line with a small thumb, because the wide track of browsers looks like a scroll bar here. Both of their engines need their own names. */
const thinSlider =
  'appearance-none bg-transparent [&::-webkit-slider-runnable-track]:h-0.5 [&::-webkit-slider-runnable-track]:rounded-full [&::-webkit-slider-runnable-track]:bg-edge [&::-webkit-slider-thumb]:-mt-[0.4375rem] [&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-ink [&::-moz-range-track]:h-0.5 [&::-moz-range-track]:bg-edge [&::-moz-range-thumb]:size-4 [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-ink'

/** Half the width of the slider’s thumb. */
const halfThumb = '0.5rem'

/** Puts a slider below the axis of a drawing, from end to end. */
const besideAxis = {
  marginLeft: `calc(${margin.left / 16}rem - ${halfThumb})`,
  width: `calc(100% - ${(margin.left + margin.right) / 16}rem + 2 * ${halfThumb})`,
}

/** An arrow key moves by a moment: moments are not equally far apart. */
const arrows: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }

function Swatch({ look }: { look: Look }) {
  return (
    <svg viewBox="0 0 28 6" aria-hidden="true" className={`w-7 flex-none ${look.token}`}>
      <path d="M0 3h28" stroke="currentColor" strokeWidth="2.5" strokeDasharray={look.dash.join(' ')} />
    </svg>
  )
}

/** The last moment, or the one before it if only that one has all values: the audit of the newest five minutes may not have ended. */
export function newestKnown(lines: Plotted['lines'], last: number): number {
  const isKnown = (at: number) => lines.every(({ values }) => (values[at] ?? null) !== null)
  return !isKnown(last) && isKnown(last - 1) ? last - 1 : last
}

function isoOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z')
}
