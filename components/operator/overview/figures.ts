import { readableUsdc } from '#lib/domain/money/money'
import type { Overview } from '#lib/schemas/operator-overview'
import { type Pulse, pulseStepSeconds, pulseSteps } from '#lib/schemas/operator-pulse'
import { durationText, spokenDuration } from '../time-words.ts'
import { escrowOf, movedOf } from './incidents.ts'

export type Figure = {
  title: string
  /** The current value, or that of the last hour. */
  value: string
  note?: string
  /**
   * The current value of a figure that always has one, such as a balance. It is the last of `values`, if it is known, and the range shows
   * zero as an amount. Absent for counts and waiting times, whose range says `none` for zero.
   */
  level?: number | null
  /** True for counts: each value is that of the hour before its point in time. */
  isHourly?: boolean
  /** One value for each point in time of the chart; `null` if it is unknown. */
  values: readonly (number | null)[]
  format: (value: number) => string
}

const stepsPerHour = 12
const usdcUnits = 1e6
const counted = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 0 })

/**
 * The few figures of the overview. Counts cover the hour before each point, so that single events are visible in the curve.
 *
 * @param timeText writes a time within a sentence
 */
export function figuresOf(
  pulse: Pulse,
  now: Pick<Overview, 'networks' | 'queues' | 'bounties' | 'money'>,
  timeText: (iso: string) => string,
): Figure[] {
  const { points } = recordedOf(pulse)
  const audited = escrowOf(now.networks)
  const moved = movedOf(now)
  const escrow = moved ?? audited
  const escrowNow = escrow === null ? null : Number(escrow) / usdcUnits
  const escrowValues = points.map(({ escrow_usdc }) => (escrow_usdc === null ? null : Number(escrow_usdc)))
  const auditedAt = now.money.audited_at
  const lookups = overHour(points.map((point) => point.lookups))
  const requests = overHour(points.map((point) => point.requests))
  const wait = now.queues.find(({ name }) => name === 'preview')?.oldest_seconds ?? null
  const p95 = points.findLast((point) => point.p95_ms !== null)?.p95_ms
  return [
    {
      title: 'In escrow',
      ...(moved === null || audited === null || auditedAt === null
        ? {}
        : {
            note: `By the states of the bounties. The last audit, ${timeText(auditedAt)}, is older: it found all money of that time, ${readableUsdc(audited)} USDC.`,
          }),
      value: escrow === null ? 'Could not check' : `${readableUsdc(escrow)} USDC`,
      level: escrowNow,
      // The last five minutes may have had no audit yet.
      values: escrowNow === null ? escrowValues : [...escrowValues.slice(0, -1), escrowNow],
      format: (value) => `${readableUsdc(BigInt(Math.round(value * usdcUnits)))} USDC`,
    },
    {
      title: 'Paid look-ups, last hour',
      value: counted(lookups.at(-1) ?? 0),
      values: lookups,
      format: counted,
      isHourly: true,
    },
    {
      title: 'Oldest preview waiting',
      note: 'How long the oldest film without a preview has waited for a worker. Posters cannot watch it before.',
      value: wait === null ? 'None' : durationText(wait),
      values: points.map(({ preview_wait_seconds }) => preview_wait_seconds ?? 0),
      format: durationText,
    },
    {
      title: 'Logged requests, last hour',
      value: counted(requests.at(-1) ?? 0),
      values: requests,
      note:
        p95 === undefined
          ? 'Free reads are not logged, and reads of this console not counted.'
          : `Without reads of this console. 95% took at most ${counted(p95!)} ms.`,
      format: counted,
      isHourly: true,
    },
  ]
}

/** Without the time before the service first recorded anything, for which there is no data. */
export function recordedOf(pulse: Pulse): Pulse {
  const begin = pulse.points.findIndex(({ escrow_usdc, requests }) => escrow_usdc !== null || requests > 0)
  return { ...pulse, points: pulse.points.slice(Math.max(0, begin)) }
}

/** The sum of each value and those of the hour before it. */
function overHour(values: readonly number[]): number[] {
  return values.map((_, at) =>
    values.slice(Math.max(0, at - stepsPerHour + 1), at + 1).reduce((sum, value) => sum + value, 0),
  )
}

/** The largest change of a balance, as a share of its largest value, for which its curve does not begin at zero. */
const smallChange = 0.2

export type Shape = { min: number; max: number; last: number | null; heights: readonly (number | null)[] }

/**
 * Scales values to heights from 0 to 1 for a chart. Counts and waiting times start at zero. A balance that changed by less than a fifth starts
 * at its smallest value shown, so that small changes are visible, and others at zero, so that a fall does not look like a loss of everything. One
 * that never changed has the height 0.5, or 0 if it is zero.
 *
 * @returns `undefined` if no value is known
 */
export function shapeOf(values: readonly (number | null)[], isLevel: boolean): Shape | undefined {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return undefined
  const [min, max] = [Math.min(...known), Math.max(...known)]
  const flat = max === 0 ? 0 : 0.5
  const base = isLevel && max - min <= max * smallChange ? min : 0
  return {
    min,
    max,
    last: values.at(-1) ?? null,
    heights: values.map((value) =>
      value === null ? null : max === base ? flat : (value - base) / (max - base),
    ),
  }
}

/**
 * The range of the values over the time for which they are known: `Last day: between 4 and 9.`, `Last 10 minutes: 4.` A level is
 * known only at its samples, and the text says so. One value has none, and so have hourly counts of less than an hour, which only grow with the time they are recorded.
 */
export function rangeText({
  values,
  level,
  isHourly = false,
  format,
}: Pick<Figure, 'values' | 'level' | 'isHourly' | 'format'>): string {
  const isLevel = level !== undefined
  const shape = shapeOf(values, isLevel)
  const first = values.findIndex((value) => value !== null)
  if (!shape || first < 0) return 'Nothing is known of the last day yet.'
  const { min, max } = shape
  const since = values.slice(first)
  const recorded = spokenDuration(since.length * pulseStepSeconds)
  if (isHourly && since.length <= stepsPerHour) return `Recorded for ${recorded} so far.`
  const long = since.length >= pulseSteps ? 'day' : recorded.replace(/^1 /, '')
  // Equal values say that nothing changed only if there are two.
  if (since.length < 2 && min === max && (max > 0 || isLevel))
    // In the first hour it is the time that the counts beside it name.
    return values.length <= stepsPerHour
      ? `Recorded for ${spokenDuration(values.length * pulseStepSeconds)} so far.`
      : `Recorded for less than ${long}.`
  const range =
    max === 0 && !isLevel ? 'none' : min === max ? format(min) : `between ${format(min)} and ${format(max)}`
  const sampled = isLevel ? `, sampled every ${spokenDuration(pulseStepSeconds)}` : ''
  return `${isHourly ? 'In an hour of the last' : 'Last'} ${long}${sampled}: ${range}${since.includes(null) ? ', not known for part of it' : ''}.`
}
