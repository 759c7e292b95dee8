import { z } from 'zod'
import { defaultRadiusM, maxRadiusM, minRadiusM, parseArea } from '#lib/domain/area'
import type { CellRun } from '#lib/domain/cell-runs'
import { coverArea } from '#lib/domain/cover'
import { CairnError } from '#lib/domain/errors'
import { parseInput } from '#lib/schemas/parse'

export const defaultWindowMs = 7 * 24 * 3600 * 1000
export const defaultLimit = 100
export const maxLimit = 1000

/** Years 1 to 9999: what can be written back with four digits. A default window begins no earlier. */
const earliest = '0001-01-01T00:00:00Z'
const latest = '9999-12-31T23:59:59.999Z'
const [earliestMs, latestMs] = [Date.parse(earliest), Date.parse(latest)]

const timestampMessage =
  'must be an ISO 8601 date (2026-01-31) or a time with its offset (2026-01-31T12:00:00Z, 2026-01-31T12:00:00+02:00)'

/** `ms`: epoch milliseconds, cut off; `finer`: the decimals of the second behind them, without zeros at the end. */
type Timestamp = { ms: number; finer: string }

/** A date is its midnight in UTC. */
const timestampInput = z
  .union(
    [z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 }), z.iso.date()],
    timestampMessage,
  )
  .transform((text): Timestamp => ({ ms: Date.parse(text), finer: finerThanMs(text) }))
  .refine(({ ms }) => ms >= earliestMs && ms <= latestMs, `must be from ${earliest} to ${latest}`)

function finerThanMs(text: string): string {
  return (/\.\d{3}(\d+)/.exec(text)?.[1] ?? '').replace(/0+$/, '')
}

function isAfter(a: Timestamp, b: Timestamp): boolean {
  // Decimals of a second are in the order of their text.
  return a.ms > b.ms || (a.ms === b.ms && a.finer > b.finer)
}

const position = z
  .array(z.number())
  .min(2)
  .max(3)
  .meta({ description: '[longitude, latitude] in degrees (WGS 84).' })

/** The geometries of an area of interest. For descriptions: `parseArea` is what validates, and says more. */
export const aoiInput = z
  .union([
    z.looseObject({ type: z.literal('Point'), coordinates: position }),
    z.looseObject({
      type: z.literal('Polygon'),
      coordinates: z
        .array(z.array(position).min(4))
        .min(1)
        .meta({ description: 'Closed rings: the outline, then its holes. At most 10,000 positions in all.' }),
    }),
  ])
  .meta({
    description:
      'Area of interest: a GeoJSON Point (searched within radius_m) or Polygon, whose bounding box may have at most 100 km².',
    examples: [{ type: 'Point', coordinates: [2.2945, 48.8584] }],
  })

/** The body of POST /spatial/query. */
export const spatialQueryInput = z.object(
  {
    aoi: aoiInput,
    radius_m: z
      .number()
      .min(minRadiusM)
      .max(maxRadiusM)
      .default(defaultRadiusM)
      .meta({ description: 'Radius around a Point, in metres. Ignored beside a Polygon.' }),
    from: timestampInput.optional().meta({
      description:
        'Start of the time window, included. ISO 8601, read to the millisecond; a bare date is midnight UTC. Default: seven days before `to`.',
    }),
    to: timestampInput.optional().meta({
      description:
        'End of the time window, included. ISO 8601, read to the millisecond; a bare date is midnight UTC. Default: now.',
    }),
    limit: z
      .int(`must be a whole number from 1 to ${maxLimit}`)
      .min(1, `must be a whole number from 1 to ${maxLimit}`)
      .max(maxLimit, `must be a whole number from 1 to ${maxLimit}`)
      .default(defaultLimit)
      .meta({ description: 'How many observations at most, the newest first.' }),
  },
  'must be a JSON object',
)

/** What to look for: the cells, the window (epoch milliseconds, both ends included), how many. */
export type SpatialQuery = { runs: readonly CellRun[]; fromMs: number; toMs: number; limit: number }

const envelope = spatialQueryInput.extend({ aoi: z.unknown().optional(), radius_m: z.unknown().optional() })

/**
 * Parses the body of POST /spatial/query, up to the cells it asks for.
 *
 * @param options.now the service's time, which ends the window by default (whole seconds)
 * @throws CairnError `invalid_request`, `invalid_geometry` or `aoi_too_large`, each with `field`
 */
export function parseSpatialQuery(body: unknown, options: { now: Date }): SpatialQuery {
  const input = parseInput(envelope, body)
  if (input.aoi === undefined)
    throw new CairnError('invalid_request', 'aoi: is required: a GeoJSON Point or Polygon', { field: 'aoi' })
  const runs = coverArea(parseArea(input.aoi, input.radius_m))
  const to = input.to ?? { ms: Math.floor(options.now.getTime() / 1000) * 1000, finer: '' }
  const from = input.from ?? { ms: Math.max(earliestMs, to.ms - defaultWindowMs), finer: '' }
  if (isAfter(from, to)) {
    const end = input.to === undefined ? 'now, where the window ends when "to" is not given' : '"to"'
    throw new CairnError('invalid_request', `from: must not be after ${end}`, { field: 'from' })
  }
  return { runs, fromMs: from.ms, toMs: to.ms, limit: input.limit }
}
