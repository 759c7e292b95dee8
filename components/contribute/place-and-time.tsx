'use client'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { demoLeadSeconds, serviceNow } from '#lib/client/service-clock'
import { describeTimeLeft } from '#lib/domain/text/duration'
import type { StreetMap } from '../place/chosen-place.ts'
import { Moment } from '../ui/moment.tsx'
import { FilmPlace } from './film-place.tsx'
import { type MissingClaim, problemAt } from './hand-in-problems.ts'
import type { Problem } from './read-place-and-time.ts'

type Props = {
  bountyPlace: string | null
  map: StreetMap
  place: string | undefined
  /** The time that the field begins with. */
  draftTime: string | undefined
  problems: readonly Problem[]
  /** The first problem of the last attempt. */
  first: Problem | undefined
  /** The claims that the file lacks. */
  missing: readonly MissingClaim[]
  onPlace: (place: string | undefined) => void
  /** Called with the time of the field, in the time zone of this device. */
  onTime: (time: string) => void
  /** Called with the name of the changed field in the API. */
  onChange: (field: string) => void
}

/** Fields for films without a place or a time in the file. */
export function PlaceAndTime({ draftTime, problems, first, missing, onTime, onChange, ...place }: Props) {
  const time = useRef<HTMLInputElement>(null)
  const placeProblem = problemAt(problems, 'location')?.text
  const timeProblem = problemAt(problems, 'captured_at')?.text
  // A problem opens this part, and so does a file without place or time. It stays open after the problem is fixed.
  const [isOpen, setIsOpen] = useState(Boolean(draftTime || place.place))
  const [wasMissing, setWasMissing] = useState(false)
  const isMissing = missing.length > 0
  if (isMissing !== wasMissing) {
    setWasMissing(isMissing)
    if (isMissing) setIsOpen(true)
  }
  if ((placeProblem ?? timeProblem) !== undefined && !isOpen) setIsOpen(true)
  useEffect(() => {
    if (first?.field?.startsWith('captured_at')) time.current?.focus()
  }, [first])
  return (
    <details
      className="rounded-lg border border-line bg-raised px-5 py-3"
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="min-h-11 content-center font-semibold">Where and when it was filmed</summary>
      <p className="text-sm text-soft">{missingText(missing)}</p>
      <div className="mt-4 grid gap-6 pb-3">
        <FilmPlace {...place} problem={placeProblem} onType={() => onChange('location')} />
        <div className="min-w-0">
          <label htmlFor="time" className="block font-semibold">
            Time
          </label>
          <p id="time-hint" className="caption">
            {clockText()}
          </p>
          <input
            ref={time}
            id="time"
            name="time"
            type="datetime-local"
            max="9999-12-31T23:59"
            defaultValue={draftTime}
            className="field mt-2 w-full sm:w-72"
            aria-describedby="time-hint time-problem"
            aria-invalid={timeProblem !== undefined || undefined}
            onChange={({ target }) => onTime(target.value)}
          />
          <p id="time-problem" className="mt-2.5 text-sm text-bad empty:hidden">
            {timeProblem ?? ''}
          </p>
        </div>
      </div>
    </details>
  )
}

/** The time is compared with the posting of the bounty, which is by the clock of the service. */
function clockText(): ReactNode {
  const leadSeconds = demoLeadSeconds()
  if (leadSeconds === 0) return 'By the clock of this device'
  return (
    <>
      By the clock of this demonstration, which is {describeTimeLeft(leadSeconds)} ahead: there it is{' '}
      <Moment within iso={serviceNow().toISOString()} /> now
    </>
  )
}

function missingText(missing: readonly MissingClaim[]): string {
  if (missing.length === 0)
    return 'Only needed if the file does not say so itself. Most phones write both into the file, and that counts.'
  if (missing.length === 2) return 'Neither was found in the file: fill in both.'
  return missing[0] === 'location'
    ? 'The place was not found in the file: choose it.'
    : 'The time was not found in the file: fill it in.'
}
