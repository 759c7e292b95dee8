'use client'
import { useEffect, useRef, useState } from 'react'
import { FilmPlace } from './film-place.tsx'
import type { Problem } from './read-place-and-time.ts'

type Props = {
  bountyPlace: string | null
  mapStyleUrl: string | undefined
  place: string | undefined
  problem: Problem | undefined
  onPlace: (place: string | undefined) => void
  /** Called with the name of the changed field in the API. */
  onChange: (field: string) => void
}

/** Fields for films without a place or a time in the file. */
export function PlaceAndTime({ problem, onChange, ...place }: Props) {
  const time = useRef<HTMLInputElement>(null)
  const isAboutTime = problem?.field === 'captured_at'
  // A problem opens this part. It stays open after the problem is fixed.
  const [isOpen, setIsOpen] = useState(false)
  if (problem !== undefined && !isOpen) setIsOpen(true)
  useEffect(() => {
    if (isAboutTime) time.current?.focus()
  }, [isAboutTime])
  return (
    <details
      className="rounded-lg border border-line bg-raised px-5 py-3"
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="min-h-11 content-center font-semibold">Where and when it was filmed</summary>
      <p className="text-sm text-soft">
        Only needed if the file does not say so itself. Most phones write both into the file, and that counts.
      </p>
      <div className="mt-4 grid gap-6 pb-3">
        <FilmPlace
          {...place}
          problem={problem && !isAboutTime ? problem.text : undefined}
          onType={() => onChange('location')}
        />
        <div className="min-w-0">
          <label htmlFor="time" className="block font-semibold">
            Time
          </label>
          <p id="time-hint" className="caption">
            By the clock of this device
          </p>
          <input
            ref={time}
            id="time"
            name="time"
            type="datetime-local"
            step={1}
            className="field mt-2 w-full sm:w-72"
            aria-describedby="time-hint time-problem"
            aria-invalid={isAboutTime || undefined}
            onChange={() => onChange('captured_at')}
          />
          <p id="time-problem" className="mt-2.5 text-sm text-bad empty:hidden">
            {isAboutTime ? problem?.text : ''}
          </p>
        </div>
      </div>
    </details>
  )
}
