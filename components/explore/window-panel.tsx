'use client'
import { useEffect, useState } from 'react'
import { Choice } from '#components/ui/choice'
import { dayChoices, type ExploreState, parseMinute, type TimeWindow } from '#lib/client/explore-url'
import { maxLimit } from '#lib/schemas/spatial-query'

const presetWords: Record<number, string> = { 1: '24 hours', 7: '7 days', 30: '30 days', 365: 'A year' }
const presets = [
  ...dayChoices.map((days) => ({ value: String(days), text: presetWords[days] })),
  { value: 'own', text: 'From, to' },
]

type Props = {
  window: TimeWindow
  limit: number
  /** What the service says is wrong, by member. */
  refusal: { field: string | undefined; message: string } | undefined
  onChange: (part: Partial<Pick<ExploreState, 'window' | 'limit'>>) => void
}

/** The window of time and the most observations that are asked for. */
export function WindowPanel({ window, limit, refusal, onChange }: Props) {
  const [typed, setTyped] = useState(String(limit))
  useEffect(() => setTyped(String(limit)), [limit])
  const isLimit = /^\d{1,4}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= maxLimit
  const choose = (value: string) => {
    if (value !== 'own') return onChange({ window: { is: 'last', days: Number(value) } })
    const days = window.is === 'last' ? window.days : 7
    const from = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 16)
    onChange({ window: { is: 'between', from: `${from}Z`, to: undefined } })
  }
  return (
    <section aria-labelledby="window-title" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="window-title" className="text-lg">
          Captured
        </h2>
        <label className="flex items-center gap-3 text-sm">
          <span className="font-semibold">Newest, at most</span>
          <input
            className="field w-20"
            inputMode="numeric"
            value={typed}
            aria-invalid={!isLimit || undefined}
            aria-describedby="limit-problem"
            onChange={({ target }) => {
              setTyped(target.value)
              const next = Number(target.value)
              if (Number.isInteger(next) && next >= 1 && next <= maxLimit) onChange({ limit: next })
            }}
            onBlur={() => !isLimit && setTyped(String(limit))}
          />
        </label>
        <p id="limit-problem" className="basis-full text-sm text-bad empty:hidden">
          {isLimit ? '' : 'A whole number, 1 to 1,000.'}
        </p>
      </div>
      <div>
        <Choice
          label="Captured within the last"
          value={window.is === 'last' ? String(window.days) : 'own'}
          options={presets}
          onChange={choose}
        />
      </div>
      {window.is === 'between' && (
        <div className="grid gap-3 sm:grid-cols-2">
          <MinuteField
            label="From (UTC)"
            value={window.from}
            onChange={(from) => onChange({ window: between(from, window.to) })}
          />
          <MinuteField
            label="To (UTC), empty: now"
            value={window.to}
            onChange={(to) => onChange({ window: between(window.from, to) })}
          />
          {refusal && (refusal.field === 'from' || refusal.field === 'to') && (
            <p className="text-sm text-bad sm:col-span-2">{refusal.message}</p>
          )}
        </div>
      )}
    </section>
  )
}

function between(from: string | undefined, to: string | undefined): TimeWindow {
  return from || to ? { is: 'between', from, to } : { is: 'last', days: 7 }
}

/** A minute in UTC. The browser's own picker knows no zones: what it shows is meant as UTC. */
function MinuteField(props: {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}) {
  const { label, value, onChange } = props
  return (
    <label className="block min-w-0 text-sm">
      <span className="block font-semibold">{label}</span>
      <input
        type="datetime-local"
        className="field mt-1.5 w-full"
        max="9999-12-31T23:59"
        value={value?.replace('Z', '') ?? ''}
        onChange={({ target }) => {
          const minute = parseMinute(target.value.slice(0, 16))
          if (target.value === '' || minute) onChange(minute)
        }}
      />
    </label>
  )
}
