import type { MapCell } from '#lib/domain/map/map-types'
import { describeTimeLeft } from '#lib/domain/text/duration'
import type { Observation } from '#lib/schemas/observation'

/** The cells of an answer, each with the age of its newest observation. */
export function groupCells(observations: readonly Observation[], now: Date): MapCell[] {
  const counts = new Map<string, number>()
  for (const { geohash } of observations) counts.set(geohash, (counts.get(geohash) ?? 0) + 1)
  return [...newestByCell(observations)].map(([geohash, newest]) => {
    const ageSeconds = ageOf(newest, now)
    return { geohash, ageSeconds, label: cellWords(counts.get(geohash)!, ageSeconds) }
  })
}

/** The newest observation of each cell. */
export function newestByCell(observations: readonly Observation[]): Map<string, Observation> {
  const newest = new Map<string, Observation>()
  for (const one of observations) {
    const known = newest.get(one.geohash)
    if (known === undefined || one.captured_at > known.captured_at) newest.set(one.geohash, one)
  }
  return newest
}

/** Seconds since the capture, by the clock of its device; never negative, even if that clock was ahead. */
export function ageOf({ captured_at }: Observation, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - Date.parse(captured_at)) / 1_000))
}

export function agoText(seconds: number): string {
  return `${describeTimeLeft(seconds)} ago`
}

function cellWords(count: number, ageSeconds: number): string {
  return count === 1
    ? `1 capture, ${agoText(ageSeconds)}`
    : `${count} captures, the newest ${agoText(ageSeconds)}`
}
