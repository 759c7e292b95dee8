import { z } from 'zod'
import { CairnError, fieldError } from '#lib/domain/errors'
import {
  type Area,
  defaultRadiusM,
  maxRadiusM,
  minRadiusM,
  parseArea,
  parseRadius,
} from '#lib/domain/geo/area'
import type { CellRun } from '#lib/domain/geo/cell-runs'
import { coverArea } from '#lib/domain/geo/cover'
import { defaultLimit, maxLimit } from '#lib/domain/observations/query-limits'
import { describeIgnored } from '#lib/domain/text/ignored-members'
import { isObject } from '#lib/domain/text/json'
import { position } from '#lib/schemas/formats'
import { parseInput } from '#lib/schemas/parse'
import { refuse, refuseAs } from '#lib/schemas/refuse'

const defaultWindowMs = 7 * 24 * 3600 * 1000

/** Years 1 to 9999, which have four digits. A default window does not begin earlier. */
const earliest = '0001-01-01T00:00:00Z'
const latest = '9999-12-31T23:59:59.999Z'
const [earliestMs, latestMs] = [Date.parse(earliest), Date.parse(latest)]

const timestampMessage =
  'must be an ISO 8601 date (2026-01-31) or a time with its offset (2026-01-31T12:00:00Z, 2026-01-31T12:00:00+02:00)'

/** `ms`: epoch milliseconds, rounded down. `finer`: the further decimals of the second, without trailing zeros. */
type Timestamp = { ms: number; finer: string }

/** A date means midnight UTC. */
const timestampInput = z
  .union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 }), z.iso.date()], {
    error: ({ input }) => missingDay(input) ?? timestampMessage,
  })
  .transform((text): Timestamp => ({ ms: Date.parse(text), finer: finerThanMs(text) }))
  .refine(({ ms }) => ms >= earliestMs && ms <= latestMs, `must be from ${earliest} to ${latest}`)

/** What is wrong with a text that begins with a day that no calendar has, such as 2026-02-30. */
function missingDay(input: unknown): string | undefined {
  const [, day, month] = /^((\d{4}-\d\d)-\d\d)(T|$)/.exec(typeof input === 'string' ? input : '') ?? []
  if (day === undefined || z.iso.date().safeParse(day).success) return undefined
  return z.iso.date().safeParse(`${month}-01`).success
    ? `is on a day that does not exist: ${day}`
    : `is in a month that does not exist: ${day}`
}

function finerThanMs(text: string): string {
  return (/\.\d{3}(\d+)/.exec(text)?.[1] ?? '').replace(/0+$/, '')
}

function isAfter(a: Timestamp, b: Timestamp): boolean {
  // As text, the decimals have the same order.
  return a.ms > b.ms || (a.ms === b.ms && a.finer > b.finer)
}

/** For the API description. `parseArea` validates, with better messages. */
const aoiInput = z
  .union([
    z.looseObject({ type: z.literal('Point'), coordinates: position }),
    z.looseObject({
      type: z.literal('Polygon'),
      coordinates: z
        .array(z.array(position).min(4))
        .min(1)
        .describe('Closed rings: the outline, then the holes. At most 10,000 positions in total.'),
    }),
  ])
  .meta({
    description:
      'Area of interest: a GeoJSON Point (a circle of radius_m around it) or Polygon. Every capture whose cell, a geohash of six characters (about 1 km), touches the area matches, so a capture may be that far outside of it. The bounding box of a polygon may cover at most 100 km².',
    examples: [{ type: 'Point', coordinates: [2.2945, 48.8584] }],
  })

/** The members of a GeoJSON geometry (RFC 7946, and `crs` of its predecessor). Others within `aoi` are ignored, and named in the price. */
export const aoiMembers = ['type', 'coordinates', 'bbox', 'crs']

/** The body of POST /spatial/query. */
export const spatialQueryInput = z.object(
  {
    aoi: aoiInput,
    radius_m: z
      .number()
      .min(minRadiusM)
      .max(maxRadiusM)
      .default(defaultRadiusM)
      .describe(
        'Radius of the circle around a Point, in metres. All cells (about 1 km) that touch the circle are searched, so even the smallest radius searches a whole cell. Ignored for a Polygon.',
      ),
    from: timestampInput
      .optional()
      .describe(
        'Start of the time window, inclusive, not in the future. ISO 8601, read to the millisecond; a bare date is midnight UTC. Default: seven days before `to`.',
      ),
    to: timestampInput
      .optional()
      .describe(
        'End of the time window, inclusive. ISO 8601, read to the millisecond; a bare date is midnight UTC. Default: now.',
      ),
    limit: z
      .int(`must be a whole number from 1 to ${maxLimit}`)
      .min(1, `must be a whole number from 1 to ${maxLimit}`)
      .max(maxLimit, `must be a whole number from 1 to ${maxLimit}`)
      .default(defaultLimit)
      .describe('The maximum number of observations, newest first.'),
  },
  'must be a JSON object',
)

/** The cells, the window (epoch milliseconds, inclusive) and the maximum number. */
export type SpatialQuery = { runs: readonly CellRun[]; fromMs: number; toMs: number; limit: number }
/** A query with the area that its caller gave, which only descriptions of the query may use: nothing finer than a cell influences an answer. */
export type RequestedQuery = SpatialQuery & { area: Area }

const aoiRule = 'is required: a GeoJSON Point or Polygon'

const polygonEnvelope = spatialQueryInput.extend({
  aoi: z
    .unknown()
    .transform((aoi, check) =>
      aoi === undefined ? refuse(check, aoiRule) : refuseAs(check, () => parseArea(aoi)),
    ),
  radius_m: z.unknown().optional(),
})
const envelope = polygonEnvelope.extend({
  radius_m: z
    .unknown()
    .optional()
    .transform((radiusM, check) => refuseAs(check, () => parseRadius(radiusM))),
})
const windowInput = spatialQueryInput.pick({ from: true, to: true })

/**
 * Parses the body of POST /spatial/query, and computes its cells.
 *
 * @param options.now the service's time, which ends the window by default (whole seconds)
 * @throws CairnError `invalid_request`, `invalid_geometry` or `aoi_too_large`, each with `field`
 */
export function parseSpatialQuery(body: unknown, options: { now: Date }): RequestedQuery {
  const input = withOtherArea(body, () =>
    parseInput(hasPolygon(body) ? polygonEnvelope : envelope, body, {
      also: () => windowOf(windowInput.safeParse(body).data, options.now),
    }),
  )
  const area = 'radiusM' in input.aoi ? { ...input.aoi, radiusM: input.radius_m as number } : input.aoi
  const { fromMs, toMs } = windowOf(input, options.now)!
  return { area, runs: coverArea(area), fromMs, toMs, limit: input.limit }
}

function hasPolygon(body: unknown): boolean {
  return isObject(body) && isObject(body.aoi) && body.aoi.type === 'Polygon'
}

type Times = z.output<typeof windowInput>

/** The window, with its defaults; `undefined` if its times could not be parsed. @throws CairnError */
function windowOf(times: Times | undefined, now: Date): { fromMs: number; toMs: number } | undefined {
  if (times === undefined) return undefined
  const to = times.to ?? { ms: Math.floor(now.getTime() / 1000) * 1000, finer: '' }
  const from = times.from ?? { ms: Math.max(earliestMs, to.ms - defaultWindowMs), finer: '' }
  if (isAfter(from, to)) {
    const end = times.to === undefined ? 'now, where the window ends when "to" is not given' : '"to"'
    throw fieldError('from', `must not be after ${end}`)
  }
  // No capture has a time in the future, so such a window could only be sold empty.
  if (from.ms > now.getTime()) {
    if (times.from) throw fieldError('from', 'must not be in the future')
    throw fieldError(
      'to',
      'is more than seven days in the future, and without "from" the window begins seven days before it. Give "from", or leave out "to"',
    )
  }
  return { fromMs: from.ms, toMs: to.ms }
}

/** A query that gives its area by another name, such as `bbox`, is told so. Other unknown members are ignored. */
function withOtherArea<Value>(body: unknown, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof CairnError) || !isObject(body) || 'aoi' in body) throw error
    const ignored = describeIgnored(body, Object.keys(spatialQueryInput.shape))
    if (ignored === undefined) throw error
    throw new CairnError(error.code, `${error.message.replace(/\.$/, '')}. ${ignored}`, {
      field: error.field,
    })
  }
}
