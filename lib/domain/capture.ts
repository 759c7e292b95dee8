/** What keeps a file or a manifest line from becoming a capture. The texts never carry anything of the file itself. */
export const refusalText = {
  empty: 'the file is empty',
  unreadable: 'the file cannot be read',
  changed: 'the file changed while it was read',
  too_large: 'the photograph is larger than 256 MiB',
  unsupported: 'not a JPEG, HEIF, PNG, MP4 or MOV by its content',
  truncated: 'truncated: the file ends before its data does',
  damaged: 'damaged: the content is not what its container says',
  no_picture: 'the video holds no picture',
  no_place: 'no place: it carries no usable GPS position',
  no_time: 'no time: it carries no capture time (--captured-at gives one)',
  no_offset:
    'no time zone: its time is local and says no UTC offset (--utc-offset or --captured-at settles it)',
  future: 'its time is in the future',
  before_1970: 'its time is before 1970',
} as const

export type Refusal = keyof typeof refusalText

/** A file that cannot become a capture, with every reason found. */
export class CaptureRefused extends Error {
  override readonly name = 'CaptureRefused'
  readonly refusals: readonly Refusal[]

  constructor(refusals: readonly Refusal[], options: { cause?: unknown } = {}) {
    super(refusals.map((refusal) => refusalText[refusal]).join('; '), options)
    this.refusals = refusals
  }
}

/** The time found in a file: an instant, or only what the clock on the wall showed. Epoch seconds. */
export type FoundTime =
  | { kind: 'instant'; seconds: number }
  | { kind: 'local'; seconds: number }
  | { kind: 'none' }

/** What the caller says about files that do not say it themselves. */
export type TimeHints = {
  /** Epoch seconds for a file without a time; a file's own time always wins. */
  capturedAt?: number
  /** For a file whose time is local and without offset. */
  utcOffsetMinutes?: number
}

/** Place and time of a capture, as coarse as they are ever kept. */
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
  if (seconds === undefined) refusals.push(input.time.kind === 'local' ? 'no_offset' : 'no_time')
  else refusals.push(...timeRefusals(seconds, input.now))
  if (input.cell === undefined || seconds === undefined || refusals.length > 0)
    throw new CaptureRefused(refusals)
  return { cell: input.cell, capturedAt: seconds }
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
