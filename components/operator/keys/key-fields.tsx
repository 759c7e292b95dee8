'use client'
import { type Tier, tierLimits, tiers } from '#lib/domain/access/tier'
import { Field, Select } from '../field.tsx'
import { useNow } from '../time-format.tsx'

// The fields of an API key's form: its tier, and the day on which it expires.

export const tierNames: Readonly<Record<Tier, string>> = {
  trial: 'Trial',
  standard: 'Standard',
  scale: 'Scale',
}

/** What a tier allows, in a line. */
function tierSentence(tier: Tier): string {
  const { requestsPerMinute, streams, areaKm2 } = tierLimits[tier]
  return `${requestsPerMinute.toLocaleString('en')} requests a minute, ${streams.toLocaleString('en')} streams at once, areas up to ${areaKm2}\u00a0km²`
}

export function TierField({ value, onChange }: { value: Tier; onChange: (tier: Tier) => void }) {
  return (
    <Field label="Tier" help={tierSentence(value)}>
      {(ids) => (
        <Select
          {...{ ...ids, value, onChange }}
          options={tiers.map((tier) => [tier, tierNames[tier]] as const)}
        />
      )}
    </Field>
  )
}

/** The day at whose end (UTC) a key expires; empty if it is valid until it is revoked. */
export function EndField({ value, onChange }: { value: string; onChange: (day: string) => void }) {
  const now = useNow()
  const isPast = isPastDay(value, now)
  return (
    <Field
      label="Last day"
      help={
        isPast ? (
          <span role="alert" className="text-bad">
            This day is over in UTC. Choose today or a later day.
          </span>
        ) : value === '' ? (
          'Without one, good until it is revoked.'
        ) : (
          'Good to the end of that day, UTC.'
        )
      }
    >
      {(ids) => (
        <input
          {...{ ...ids, value }}
          type="date"
          min={new Date(now).toISOString().slice(0, 10)}
          aria-invalid={isPast}
          className="field"
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

/** True if a last day is over, so that a key would end before it began. @param now epoch milliseconds */
export function isPastDay(day: string, now: number): boolean {
  return day !== '' && Date.parse(`${day}T23:59:59Z`) <= now
}

/** @param day `YYYY-MM-DD`, or nothing */
export function endOfDay(day: string): string | null {
  return day === '' ? null : `${day}T23:59:59Z`
}

/** @param end ISO 8601 */
export function dayOf(end: string | null): string {
  return end?.slice(0, 10) ?? ''
}
