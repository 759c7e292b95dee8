import { cellBounds, geohashToCell } from '#lib/domain/geo/geohash'
import { latLon } from './words.ts'

/** In UTC, because people in all time zones read the brief. */
const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** The link to the bounty form, filled in for a cell. It names only the cell, and nothing of the searched area. */
export function captureLink({
  middle,
  window,
  newest,
}: {
  middle: string
  /** The time window without captures. Absent means all time. */
  window?: { from: string; to: string }
  /** The time of the newest known capture; absent if no capture is known. */
  newest?: string
}): string {
  const { south, west, north, east } = cellBounds(geohashToCell(middle)!)
  const centre = latLon([(west + east) / 2, (south + north) / 2])
  const params = new URLSearchParams({
    place: middle,
    title: newest ? 'A new film of this place' : 'A film of this place',
    brief: `Film around ${centre} (lat, lon). Walk slowly, in daylight, and keep the place in the picture.\n\n${knownWords(window, newest)}`,
  })
  return `/bounties/new?${params}`
}

function knownWords(window: { from: string; to: string } | undefined, newest: string | undefined): string {
  if (newest) return `The newest known capture is from ${day.format(new Date(newest))}.`
  return window
    ? `No capture from ${day.format(new Date(window.from))} to ${day.format(new Date(window.to))} is known.`
    : 'No capture is known.'
}
