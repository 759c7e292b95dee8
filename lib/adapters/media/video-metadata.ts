import 'server-only'
import mediaInfoFactory from 'mediainfo.js'
import type { ReadAt } from '#lib/adapters/media/box-structure'
import { placeToCell, quickTimePosition } from '#lib/domain/geo/capture-place'
import { CaptureRefused, type PlaceAndTime } from '#lib/domain/proof/capture'
import { findTime, withoutContradiction } from '#lib/domain/proof/capture-time'

/** MediaInfo seeks in the file. This limits how much it reads of a file that is crafted to make it loop. */
const maxBytesRead = 256 * 1024 * 1024

/**
 * Reads place and time of an MP4 or MOV. The exact position is reduced to a cell here and never returned.
 *
 * The time is the recording date with its offset (Apple), else the container's creation time, which is UTC.
 * When the two differ by more than any time zone, e.g. after an export, the time is contradictory. MediaInfo
 * runs as WebAssembly without access to files or network, in a new instance per file, so that a file which
 * crashes it affects no other.
 *
 * @throws CaptureRefused `damaged` when it cannot be parsed, `no_picture` when it has no video track
 */
export async function readVideoMetadata(readAt: ReadAt, byteLength: number): Promise<PlaceAndTime> {
  const tracks = await analyze(readAt, byteLength)
  if (!tracks.some((track) => track['@type'] === 'Video')) throw new CaptureRefused(['no_picture'])
  const general = tracks.find((track) => track['@type'] === 'General') ?? {}
  const member = (name: string) => {
    const value = general[name]
    return value === undefined ? undefined : String(value)
  }
  const recorded = member('Recorded_Date')
  const encoded = findTime([member('Encoded_Date')])
  const utc = encoded.kind === 'instant' ? encoded.seconds : undefined
  const time = withoutContradiction(findTime([recorded, member('Encoded_Date')]), recorded, utc)
  return { cell: placeToCell(quickTimePosition(member('Recorded_Location') ?? '')), time }
}

async function analyze(readAt: ReadAt, byteLength: number): Promise<Record<string, unknown>[]> {
  const mediaInfo = await mediaInfoFactory({ format: 'object' })
  let bytesRead = 0
  try {
    const result = await mediaInfo.analyzeData(byteLength, async (size, offset) => {
      const chunk = await readAt(offset, size)
      bytesRead += chunk.length
      if (bytesRead > maxBytesRead) throw new Error('its metadata takes more reading than is allowed')
      return chunk
    })
    return (result.media?.track ?? []) as unknown as Record<string, unknown>[]
  } catch (error) {
    throw new CaptureRefused(['damaged'], { cause: error })
  } finally {
    mediaInfo.close()
  }
}
