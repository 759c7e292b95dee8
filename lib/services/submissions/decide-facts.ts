import {
  type CaptureFacts,
  CaptureRefused,
  clocksOf,
  decideCapture,
  type FoundTime,
  type Refusal,
} from '#lib/domain/capture'
import { CairnError } from '#lib/domain/errors'

/**
 * Where and when a film was made: what the file says of itself wins, and where it says nothing, the contributor's word counts.
 *
 * @throws CairnError `invalid_request`, with the member of the request that would have helped
 */
export function decideFacts(args: {
  film: { cell: number | undefined; time: FoundTime }
  /** `capturedAt` in epoch seconds. */
  said: { cell?: number; capturedAt?: number }
  now: Date
}): CaptureFacts {
  const { film, said, now } = args
  try {
    return decideCapture({
      cell: film.cell ?? said.cell,
      time: film.time,
      hints: { capturedAt: said.capturedAt },
      now: now.getTime(),
    })
  } catch (error) {
    if (!(error instanceof CaptureRefused)) throw error
    const [refusal] = error.refusals as [Refusal]
    const { field, text } = refusalOf(refusal, film.time)
    throw new CairnError('invalid_request', `${field}: ${text}`, { field, cause: error })
  }
}

function refusalOf(refusal: Refusal, time: FoundTime): { field: string; text: string } {
  if (refusal === 'no_place')
    return {
      field: 'location',
      text: 'is required: the file carries no place. Say where it was filmed, as {"lat", "lon"} or a geohash',
    }
  if (refusal === 'no_offset')
    return {
      field: 'captured_at',
      text: 'is required: the time in the file is local and says no offset from UTC. Say when it was filmed',
    }
  if (refusal === 'contradictory')
    return {
      field: 'captured_at',
      text: `is required: the times in the file contradict each other by more than time zones can explain (${clocksOf(time).clocks}). Say when it was filmed`,
    }
  if (refusal === 'no_time')
    return {
      field: 'captured_at',
      text: 'is required: the file carries no time. Say when it was filmed, in ISO 8601 with an offset',
    }
  const when = refusal === 'future' ? 'in the future' : 'before 1970'
  return time.kind === 'instant'
    ? {
        field: 'upload_id',
        text: `holds a film that says it was made ${when}. Set the clock of the camera, and film again`,
      }
    : { field: 'captured_at', text: `is ${when}` }
}
