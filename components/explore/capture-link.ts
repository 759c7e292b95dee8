import { cellBounds, geohashToCell } from '#lib/domain/geohash'
import { latLon } from './words.ts'

/** The form of a bounty, filled in for a cell where nothing is known. Names the cell, and nothing finer. */
export function captureLink({
  middle,
  window,
}: {
  middle: string
  /** In which nothing is known; without one: ever. */
  window?: { from: string; to: string }
}): string {
  const { south, west, north, east } = cellBounds(geohashToCell(middle)!)
  const centre = latLon([(west + east) / 2, (south + north) / 2])
  const day = (iso: string) => iso.slice(0, 10)
  const known = window
    ? `No capture of it from ${day(window.from)} to ${day(window.to)} is known.`
    : 'No capture of it is known.'
  const params = new URLSearchParams({
    place: middle,
    title: `A capture in cell ${middle}`,
    brief: `Film in the geohash cell ${middle}, around ${centre} (lat, lon). Walk slowly, in daylight, and keep the place in the picture.\n\n${known}`,
  })
  return `/bounties/new?${params}`
}
