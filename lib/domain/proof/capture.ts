// Decides whether a file can become a capture.

/** Why a file or a manifest line cannot become a capture. The texts contain no content of the file. */
export const refusalText = {
  empty: 'the file is empty',
  unreadable: 'the file cannot be read',
  changed: 'the file changed while it was read',
  too_large: 'the photograph is larger than 256 MiB',
  unsupported: 'not a JPEG, HEIF, PNG, MP4 or MOV by its content',
  truncated: 'truncated: the file ends before its data does',
  damaged: 'damaged: the content is not what its container says',
  too_complex: 'its container has more boxes, tracks or samples than any camera writes',
  overdeclared: 'its tables declare more pictures than the file holds',
  no_picture: 'the video holds no picture',
  no_place: 'no place: it carries no usable GPS position',
  no_time: 'no time: it carries no capture time (--captured-at gives one)',
  no_offset:
    'no time zone: its time is local and says no UTC offset (--utc-offset or --captured-at settles it)',
  contradictory:
    'its clocks contradict each other by more than time zones can explain (--captured-at settles it)',
  future: 'its time is in the future',
  before_1970: 'its time is before 1970',
} as const

export type Refusal = keyof typeof refusalText

/** A file that cannot become a capture, with every reason found. */
export class CaptureRefused extends Error {
  override readonly name = 'CaptureRefused'
  readonly refusals: readonly Refusal[]
  /** The times that contradict each other, in words; `undefined` unless `contradictory` is among the refusals. */
  readonly clocks: string | undefined

  constructor(refusals: readonly Refusal[], options: { cause?: unknown; clocks?: string } = {}) {
    super(refusals.map((refusal) => refusalText[refusal]).join('; '), options)
    this.refusals = refusals
    this.clocks = options.clocks
  }
}

/** The time found in a file: an instant, or only a local time. Epoch seconds. */
export type FoundTime =
  | { kind: 'instant'; seconds: number }
  | { kind: 'local'; seconds: number }
  | { kind: 'none' }
  /** Two clocks that no time zone reconciles: the local time, as if it were UTC, and the time in UTC. */
  | { kind: 'contradictory'; local: number; utc: number }

/** The place and time that a file claims. `cell`: the cell of its position, `undefined` without one. */
export type PlaceAndTime = { cell: number | undefined; time: FoundTime }

/** Times given by the caller for files without a usable time. */
export type TimeHints = {
  /** Epoch seconds for a file without a time, or with two that contradict each other. Otherwise the file's own time is used. */
  capturedAt?: number
  /** For a file whose time is local and without offset. */
  utcOffsetMinutes?: number
}

/** Place and time of a capture, at the precision at which they are stored. */
export type CaptureFacts = { cell: number; capturedAt: number }

/**
 * Decides whether a file with this place and time is a capture.
 *
 * @param input.now epoch milliseconds
 * @throws CaptureRefused naming all that is missing at once
 */
export function decideCapture(input: {
  cell: number | undefined
  time: FoundTime
  hints: TimeHints
  now: number
}): CaptureFacts {
  const seconds = resolveTime(input.time, input.hints)
  const refusals: Refusal[] = []
  if (input.cell === undefined) refusals.push('no_place')
  if (seconds === undefined) refusals.push(missingTime[input.time.kind])
  else refusals.push(...timeRefusals(seconds, input.now))
  if (input.cell === undefined || seconds === undefined || refusals.length > 0)
    throw new CaptureRefused(refusals, refusals.includes('contradictory') ? clocksOf(input.time) : {})
  return { cell: input.cell, capturedAt: seconds }
}

const missingTime = {
  none: 'no_time',
  instant: 'no_time',
  local: 'no_offset',
  contradictory: 'contradictory',
} as const satisfies Record<FoundTime['kind'], Refusal>

/** The two contradicting times of a file, shown to the person who has to decide. */
export function clocksOf(time: FoundTime): { clocks?: string } {
  if (time.kind !== 'contradictory') return {}
  return { clocks: `${toSecond(time.local)} by its own clock, ${toSecond(time.utc)} UTC by another` }
}

function toSecond(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().slice(0, 19).replace('T', ' ')
}

/** @param seconds epoch seconds @param now epoch milliseconds */
export function timeRefusals(seconds: number, now: number): Refusal[] {
  if (seconds < 0) return ['before_1970']
  return seconds * 1_000 > now ? ['future'] : []
}

function resolveTime(time: FoundTime, hints: TimeHints): number | undefined {
  if (time.kind === 'instant') return time.seconds
  if (time.kind === 'local' && hints.utcOffsetMinutes !== undefined)
    return time.seconds - hints.utcOffsetMinutes * 60
  return hints.capturedAt
}
