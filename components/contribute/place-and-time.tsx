'use client'
import { useEffect, useRef, useState } from 'react'

type Given = { location?: string | { lat: number; lon: number }; captured_at?: string }
export type Problem = { text: string; field?: string }

const positionText = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)\s*$/
const geohashText = /^[0-9b-hjkmnp-z]{6,12}$/i

/** What the form says of place and time, as the interface takes it. */
export function readPlaceAndTime(form: FormData): { given: Given } | { problem: Problem } {
  const place = String(form.get('place')).trim()
  const time = String(form.get('time'))
  const given: Given = {}
  if (place !== '') {
    const [, lat, lon] = positionText.exec(place) ?? []
    if (lat !== undefined && lon !== undefined) given.location = { lat: Number(lat), lon: Number(lon) }
    else if (geohashText.test(place)) given.location = place.toLowerCase()
    else
      return {
        problem: {
          field: 'location',
          text: 'The place is neither “latitude, longitude” (48.8584, 2.2945) nor a geohash of six characters or more.',
        },
      }
  }
  if (time !== '') given.captured_at = new Date(time).toISOString()
  return { given }
}

/** For films that do not say themselves where and when they were made. */
export function PlaceAndTime({ problem }: { problem: Problem | undefined }) {
  const place = useRef<HTMLInputElement>(null)
  const time = useRef<HTMLInputElement>(null)
  const [locating, setLocating] = useState('')
  const isAboutTime = problem?.field === 'captured_at'
  useEffect(() => {
    if (problem) (problem.field === 'captured_at' ? time : place).current?.focus()
  }, [problem])
  const locate = () => {
    setLocating('Asking your device…')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLocating('')
        if (place.current)
          place.current.value = `${coords.latitude.toFixed(4)}, ${coords.longitude.toFixed(4)}`
      },
      () => setLocating('Your device did not tell where it is. Type the place in.'),
      { timeout: 20_000, maximumAge: 60_000 },
    )
  }
  return (
    <details className="border-t border-line pt-4" open={problem !== undefined || undefined}>
      <summary className="min-h-8 text-sm font-semibold">Where and when it was filmed</summary>
      <p className="mt-1 text-sm text-soft">
        Only for a film that does not say it itself: most phones write both into the file, and that counts.
      </p>
      <div className="mt-4 grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <div className="min-w-0">
          <label htmlFor="place" className="block text-sm">
            Place
          </label>
          <p id="place-hint" className="caption">
            Latitude, longitude, or a geohash
          </p>
          <input
            ref={place}
            id="place"
            name="place"
            className="field mt-2 w-full"
            autoComplete="off"
            spellCheck={false}
            aria-describedby="place-hint place-problem"
            aria-invalid={(problem && !isAboutTime) || undefined}
          />
          <p id="place-problem" className="mt-2.5 text-sm text-bad empty:hidden">
            {problem && !isAboutTime ? problem.text : ''}
          </p>
          <button
            type="button"
            className="mt-2 min-h-8 text-sm underline underline-offset-4"
            onClick={locate}
          >
            Use where I am now
          </button>
          <p role="status" className="text-sm text-soft empty:hidden">
            {locating}
          </p>
        </div>
        <div className="min-w-0">
          <label htmlFor="time" className="block text-sm">
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
            className="field mt-2 w-full"
            aria-describedby="time-hint time-problem"
            aria-invalid={isAboutTime || undefined}
          />
          <p id="time-problem" className="mt-2.5 text-sm text-bad empty:hidden">
            {isAboutTime ? problem.text : ''}
          </p>
        </div>
      </div>
    </details>
  )
}
