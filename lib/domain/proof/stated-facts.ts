import { cellToGeohash } from '../geo/geohash.ts'
import { isoSeconds } from '../text/iso-time.ts'
import type { FoundTime, PlaceAndTime } from './capture.ts'
import { type Clocks, compareClocks } from './capture-time.ts'
import type { FileNote } from './file-notes.ts'

/** Time and place from a file's own metadata, as a page shows them. They are not verified: anybody can change them. */
export type StatedFacts = {
  /**
   * ISO 8601, with `Z` if the file names a time zone. Empty if the file has no time. Two that contradict each other: the camera's clock,
   * then the satellite receiver or the container of a film, with `Z`.
   */
  times: readonly string[]
  /** A geohash of six characters: a finer place is not shown. */
  geohash: string | undefined
  /**
   * A camera's clock without a time zone that differs from the satellite receiver's time as a time zone would explain: its time, ISO 8601
   * without `Z`, and the offset of that zone in minutes east.
   */
  explained?: { clock: string; offsetMinutes: number }
  /** Texts about the file in its metadata, which anybody can change. */
  notes?: readonly FileNote[]
}

export function statedFacts({
  cell,
  time,
  clocks,
}: PlaceAndTime & { clocks?: Clocks | undefined }): StatedFacts {
  const geohash = cell === undefined ? undefined : cellToGeohash(cell)
  const offset = clocks && compareClocks(clocks)
  if (clocks && offset === 'contradictory') return { times: clockTimes(clocks), geohash }
  if (!clocks || typeof offset !== 'number' || clocks.offsetMinutes !== undefined)
    return { times: timesOf(time), geohash }
  return {
    times: timesOf(time),
    geohash,
    explained: { clock: withoutZone(clocks.local), offsetMinutes: offset },
  }
}

function clockTimes({ local, offsetMinutes, utc }: Clocks): string[] {
  const camera = offsetMinutes === undefined ? withoutZone(local) : isoSeconds(local - offsetMinutes * 60)
  return [camera, isoSeconds(utc)]
}

function timesOf(time: FoundTime): string[] {
  switch (time.kind) {
    case 'none':
      return []
    case 'instant':
      return [isoSeconds(time.seconds)]
    case 'local':
      return [withoutZone(time.seconds)]
    case 'contradictory':
      return [withoutZone(time.local), isoSeconds(time.utc)]
  }
}

function withoutZone(seconds: number): string {
  return isoSeconds(seconds).replace('Z', '')
}
