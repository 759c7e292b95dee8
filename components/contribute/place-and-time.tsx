'use client'
import { useRef, useState } from 'react'

type Given = { location?: string | { lat: number; lon: number }; captured_at?: string }
type Problem = { text: string; field: string }

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
export function PlaceAndTime({ asked, field }: { asked: boolean; field: string | undefined }) {
  const place = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState('')
  const locate = () => {
    setProblem('')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        if (place.current)
          place.current.value = `${coords.latitude.toFixed(4)}, ${coords.longitude.toFixed(4)}`
      },
      () => setProblem('Your device did not tell where it is. Type the place in.'),
      { timeout: 20_000, maximumAge: 60_000 },
    )
  }
  return (
    <details className="border-t border-line pt-4" open={asked || undefined}>
      <summary className="min-h-8 text-sm font-semibold">Where and when it was filmed</summary>
      <p className="mt-1 text-sm text-soft">
        Only for a film that does not say it itself: most phones write both into the file, and that counts.
      </p>
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <div>
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
            aria-invalid={field?.startsWith('location') || undefined}
          />
          <button
            type="button"
            className="mt-2 min-h-8 text-sm underline underline-offset-4"
            onClick={locate}
          >
            Use where I am now
          </button>
          <p id="place-problem" role="alert" className="text-sm text-bad empty:hidden">
            {problem}
          </p>
        </div>
        <div>
          <label htmlFor="time" className="block text-sm">
            Time
          </label>
          <p id="time-hint" className="caption">
            By the clock of this device
          </p>
          <input
            id="time"
            name="time"
            type="datetime-local"
            step={1}
            className="field mt-2 w-full"
            aria-describedby="time-hint"
            aria-invalid={field === 'captured_at' || undefined}
          />
        </div>
      </div>
    </details>
  )
}
