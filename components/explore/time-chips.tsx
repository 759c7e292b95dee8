'use client'
import { useId, useState } from 'react'
import { type ExploreState, parseMinute, type TimeWindow } from '#lib/client/explore-url'
import { anyTime } from './words.ts'

const presets: readonly { text: string; window: TimeWindow }[] = [
  { text: 'Day', window: { is: 'last', days: 1 } },
  { text: 'Week', window: { is: 'last', days: 7 } },
  { text: 'Month', window: { is: 'last', days: 30 } },
  { text: '3 months', window: { is: 'last', days: 90 } },
  { text: 'Year', window: { is: 'last', days: 365 } },
  { text: 'Any time', window: anyTime },
]

type Props = {
  window: TimeWindow
  /** What is wrong with the window; empty if it can be searched. */
  problem: string
  onChange: (part: Pick<ExploreState, 'window'>) => void
}

/** When the captures were made. A custom range is behind "Dates". */
export function TimeChips({ window, problem, onChange }: Props) {
  const chosen = presets.find((preset) => isSame(preset.window, window))
  const [showsMore, setShowsMore] = useState(chosen === undefined)
  const problemId = useId()
  const [from, to] = chosen ? [] : rangeOf(window)
  return (
    <fieldset className="min-w-0">
      <legend className="max-lg:sr-only lg:pb-1.5 text-sm font-semibold">Captured within the last</legend>
      {/* One line, which a phone scrolls: the price below should be in sight. It fades out where it goes on. */}
      <div className="flex gap-1 max-lg:-mx-4 max-lg:-my-2 max-lg:overflow-x-auto max-lg:py-2 max-lg:pr-12 max-lg:pl-4 max-lg:[mask-image:linear-gradient(to_left,transparent,black_3rem)] max-lg:[scrollbar-width:none] lg:grid lg:grid-cols-4">
        {presets.map((preset) => (
          <button
            key={preset.text}
            type="button"
            // Fills the second row, with “Dates” at its end.
            className={`chip flex-none px-2.5 ${preset.window === anyTime ? 'lg:col-span-2' : ''}`}
            aria-pressed={preset === chosen}
            onClick={() => {
              setShowsMore(false)
              onChange({ window: preset.window })
            }}
          >
            {preset.text}
          </button>
        ))}
        <button
          type="button"
          className="chip flex-none px-2.5"
          aria-pressed={chosen === undefined}
          aria-expanded={showsMore}
          onClick={() => setShowsMore(!showsMore)}
        >
          Dates
        </button>
      </div>
      {showsMore && (
        <div className="mt-3 grid gap-2 sm:grid-cols-2 lg:grid-cols-1">
          <MinuteField
            label="From"
            value={from}
            problemId={problem && problemId}
            onChange={(next) => onChange({ window: range(next, to) })}
          />
          <MinuteField
            label="To (empty: now)"
            value={to}
            problemId={problem && problemId}
            onChange={(next) => onChange({ window: range(from, next) })}
          />
        </div>
      )}
      <p id={problemId} role="alert" className="mt-2 text-sm text-bad empty:hidden">
        {problem}
      </p>
    </fieldset>
  )
}

function isSame(a: TimeWindow, b: TimeWindow): boolean {
  if (a.is === 'last') return b.is === 'last' && a.days === b.days
  return b.is === 'between' && a.from === b.from && a.to === b.to
}

function rangeOf(window: TimeWindow) {
  return window.is === 'between' ? [window.from, window.to] : []
}

function range(from: string | undefined, to: string | undefined): TimeWindow {
  return from || to ? { is: 'between', from, to } : { is: 'last', days: 7 }
}

/** A minute in the reader's time zone. */
function MinuteField(props: {
  label: string
  value: string | undefined
  /** The id of the text that says what is wrong; empty if nothing is. */
  problemId: string
  onChange: (value: string | undefined) => void
}) {
  const { label, value, problemId, onChange } = props
  return (
    <label className="block min-w-0 text-xs">
      <span className="block font-semibold">{label}</span>
      <input
        type="datetime-local"
        className="field mt-1 w-full px-2.5 text-xs"
        max="9999-12-31T23:59"
        aria-invalid={problemId !== '' || undefined}
        aria-describedby={problemId || undefined}
        value={value === undefined ? '' : localMinute(value)}
        onChange={({ target }) => {
          const ms = Date.parse(target.value)
          const minute = Number.isNaN(ms)
            ? undefined
            : parseMinute(`${new Date(ms).toISOString().slice(0, 16)}Z`)
          if (target.value === '' || minute) onChange(minute)
        }}
      />
    </label>
  )
}

/** `2026-01-31T13:00` for `2026-01-31T12:00Z` in Berlin. */
function localMinute(minute: string): string {
  const date = new Date(minute)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
