'use client'
import { useId } from 'react'
import { type Tier, tierLimits, tiers } from '#lib/domain/tier'

export const tierNames: Readonly<Record<Tier, string>> = {
  trial: 'Trial',
  standard: 'Standard',
  scale: 'Scale',
}

/** What a tier allows, in a line. */
function tierSentence(tier: Tier): string {
  const { requestsPerMinute, streams, areaKm2 } = tierLimits[tier]
  return `${requestsPerMinute.toLocaleString('en')} requests a minute, ${streams.toLocaleString('en')} streams at once, areas up to ${areaKm2} km²`
}

export function TierField({ value, onChange }: { value: Tier; onChange: (tier: Tier) => void }) {
  const id = useId()
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="caption">
        Tier
      </label>
      <select
        id={id}
        className="field font-sans"
        value={value}
        aria-describedby={`${id}-limits`}
        onChange={({ target }) => onChange(target.value as Tier)}
      >
        {tiers.map((tier) => (
          <option key={tier} value={tier}>
            {tierNames[tier]}
          </option>
        ))}
      </select>
      <span id={`${id}-limits`} className="text-sm text-soft">
        {tierSentence(value)}
      </span>
    </div>
  )
}

/** A day, at whose end (UTC) a key is over; none: when it is revoked. */
export function EndField({ value, onChange }: { value: string; onChange: (day: string) => void }) {
  const id = useId()
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="caption">
        Last day
      </label>
      <input
        id={id}
        type="date"
        className="field font-sans"
        value={value}
        aria-describedby={`${id}-end`}
        onChange={({ target }) => onChange(target.value)}
      />
      <span id={`${id}-end`} className="text-sm text-soft">
        {value === '' ? 'Good until it is revoked.' : 'Good to the end of that day, UTC.'}
      </span>
    </div>
  )
}

/** @param day `YYYY-MM-DD`, or nothing */
export function endOfDay(day: string): string | null {
  return day === '' ? null : `${day}T23:59:59Z`
}

/** @param end ISO 8601 */
export function dayOf(end: string | null): string {
  return end?.slice(0, 10) ?? ''
}
