import { describeTimeLeft } from '#lib/domain/text/duration'
import type { Observation } from '#lib/schemas/observation'
import type { MapCell } from '../../components/map/map-types.ts'

/** The cells of an answer, each with the age of its newest observation. */
export function groupCells(observations: readonly Observation[], now: Date): MapCell[] {
  const byCell = new Map<string, Observation[]>()
  for (const one of observations) byCell.set(one.geohash, [...(byCell.get(one.geohash) ?? []), one])
  return [...byCell].map(([geohash, inCell]) => {
    const newest = inCell.reduce((best, one) => (one.captured_at > best.captured_at ? one : best))
    const ageSeconds = ageOf(newest, now)
    return { geohash, ageSeconds, label: cellWords(inCell.length, ageSeconds) }
  })
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
