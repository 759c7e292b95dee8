import { fieldError } from '#lib/domain/errors'
import type { ClaimOrigin } from '#lib/domain/film/match-claims'
import {
  type CaptureFacts,
  CaptureRefused,
  clocksOf,
  decideCapture,
  type FoundTime,
  type Refusal,
} from '#lib/domain/proof/capture'
import { couldBeSameInstant } from '#lib/domain/proof/capture-time'
import type { Credentials } from '#lib/domain/proof/credentials'

/** Place and time of a film, each with its origin. */
export type FilmFacts = CaptureFacts & {
  placeFrom: ClaimOrigin
  timeFrom: ClaimOrigin
  /** Two clocks of the file, or a clock of the file and the declared or the signed time, differ by more than any time zone. */
  clocksContradict: boolean
}

/**
 * Decides where and when a film was made: by its Content Credentials, otherwise by the file's own metadata, otherwise by the
 * contributor's statement. The only place where the origin of a claim is decided.
 *
 * @throws CairnError `invalid_request` with the missing or wrong field
 */
export function decideFacts(args: {
  film: {
    cell: number | undefined
    time: FoundTime
    /** Only those of a valid and trusted manifest have a place or a time. */
    credentials?: Pick<Credentials, 'cell' | 'capturedAt'>
  }
  /** `capturedAt` in epoch seconds. */
  said: { cell?: number; capturedAt?: number }
  now: Date
}): FilmFacts {
  const { film, said, now } = args
  const { credentials } = film
  const signed = credentials?.capturedAt ?? undefined
  const time: FoundTime = signed === undefined ? film.time : { kind: 'instant', seconds: signed }
  try {
    const facts = decideCapture({
      cell: credentials?.cell ?? film.cell ?? said.cell,
      time,
      hints: { capturedAt: said.capturedAt },
      now: now.getTime(),
    })
    return {
      ...facts,
      placeFrom:
        typeof credentials?.cell === 'number' ? 'credentials' : film.cell === undefined ? 'declared' : 'file',
      timeFrom: signed !== undefined ? 'credentials' : film.time.kind === 'instant' ? 'file' : 'declared',
      clocksContradict:
        film.time.kind === 'contradictory' ||
        (film.time.kind !== 'none' && !couldBeSameInstant(film.time.seconds, facts.capturedAt)),
    }
  } catch (error) {
    if (!(error instanceof CaptureRefused)) throw error
    const [refusal] = error.refusals as [Refusal]
    const { field, text } = refusalOf(refusal, time)
    throw fieldError(field, text, { cause: error })
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
  const wait =
    refusal === 'future'
      ? 'If the clock of the camera is a few minutes fast, wait and submit again. Otherwise set'
      : 'Set'
  return time.kind === 'instant'
    ? {
        field: 'upload_id',
        text: `holds a film that says it was made ${when}. ${wait} the clock of the camera, and film again`,
      }
    : { field: 'captured_at', text: `is ${when}` }
}
