import { z } from 'zod'
import { tiers } from '#lib/domain/access/tier'
import { CairnError, fieldError } from '#lib/domain/errors'
import { type Polygon, parseArea } from '#lib/domain/geo/area'
import type { CellRun } from '#lib/domain/geo/cell-runs'
import { checkedConfidence, uncheckedFactor } from '#lib/domain/geo/claim-confidence'
import { coverArea } from '#lib/domain/geo/cover'
import { scoreVersion, unsignedBound } from '#lib/domain/geo/ground-truth-score'
import { parsePolygonWkt } from '#lib/domain/geo/wkt'
import { isObject } from '#lib/domain/text/json'
import { position, timestamp } from '#lib/schemas/formats'
import { observationSchema } from '#lib/schemas/observation'
import { parseInput } from '#lib/schemas/parse'
import { refuseAs } from '#lib/schemas/refuse'

// Requests and answers of the enterprise interface.

export const defaultMaxAgeSeconds = 7 * 24 * 3600
const mostMaxAgeSeconds = 10 * 366 * 24 * 3600
const maxAgeMessage = `must be a whole number of seconds from 1 to ${mostMaxAgeSeconds}`

const polygon = z
  .object({ type: z.literal('Polygon'), coordinates: z.array(z.array(position).min(4)).min(1) })
  .describe(
    'A GeoJSON Polygon. Its closed rings are the outline and then the holes, with at most 10,000 positions in total.',
  )
export type PolygonGeometry = z.output<typeof polygon>

/** For the API description. `parseGroundQuery` validates. */
export const groundQueryInput = z.object(
  {
    aoi: polygon.describe(
      'Area of interest: a GeoJSON Polygon. The largest bounding box depends on the tier of the key, and is 100 km² at most.',
    ),
    max_age_seconds: z
      .int(maxAgeMessage)
      .min(1, maxAgeMessage)
      .max(mostMaxAgeSeconds, maxAgeMessage)
      .default(defaultMaxAgeSeconds)
      .describe(
        'The maximum age of an observation. An observation of this age has a freshness of 0.5 in the score.',
      ),
  },
  'must be a JSON object',
)

const groundEnvelope = groundQueryInput.extend({
  aoi: z.unknown().transform((aoi, check) => refuseAs(check, () => parseGroundArea(aoi))),
})

/** An area: the given geometry, the parsed area, and its runs of cells. */
export type GroundArea = { geometry: PolygonGeometry; area: Polygon; runs: readonly CellRun[] }
export type GroundQuery = GroundArea & { maxAgeSeconds: number }

/**
 * Parses the body of POST /enterprise/v1/spatial/query, up to the cells it asks for.
 *
 * @throws CairnError `invalid_request`, `invalid_geometry` or `aoi_too_large`, each with `field`
 */
export function parseGroundQuery(body: unknown): GroundQuery {
  const { aoi, max_age_seconds: maxAgeSeconds } = parseInput(groundEnvelope, body)
  return { ...aoi, maxAgeSeconds }
}

/** @throws CairnError `invalid_geometry` or `aoi_too_large`, with `field` */
function parseGroundArea(aoi: unknown): GroundArea {
  if (aoi === undefined) throw fieldError('aoi', 'is required: a GeoJSON Polygon')
  if (isObject(aoi) && aoi.type === 'Point')
    throw fieldError('aoi.type', 'must be "Polygon"', { code: 'invalid_geometry' })
  const area = parseArea(aoi) as Polygon
  const { coordinates } = aoi as PolygonGeometry
  return { geometry: { type: 'Polygon', coordinates }, area, runs: coverArea(area) }
}

/** The query string of GET /enterprise/v1/spatial/stream. */
export const streamQuery = z.object({
  geometry: z.string('must be a polygon as well-known text').meta({
    description:
      'Area of interest: a polygon as well-known text, longitude first, with the same limits as a query.',
    examples: ['POLYGON((2.291 48.857, 2.296 48.857, 2.296 48.859, 2.291 48.859, 2.291 48.857))'],
  }),
})

export const streamHeaders = z.object({
  'Last-Event-ID': z
    .string()
    .optional()
    .describe(
      'The last `id` that you received. Everything published since then is sent first. Browsers send this header automatically.',
    ),
})

/** @throws CairnError `invalid_geometry`, `aoi_too_large` or `invalid_request`, with `field` */
export function parseStreamArea(query: Readonly<Record<string, string>>): GroundArea {
  const coordinates = parsePolygonWkt(parseInput(streamQuery, query).geometry)
  try {
    return parseGroundArea({ type: 'Polygon', coordinates })
  } catch (error) {
    if (!(error instanceof CairnError)) throw error
    // The caller named it `geometry`.
    const message = error.message.replace(/^aoi(\.coordinates)?/, 'geometry')
    throw new CairnError(error.code, message, { field: 'geometry', cause: error })
  }
}

const share = z.number().min(0).max(1)

const { contributor, operator } = checkedConfidence

const dataPoint = z
  .object({
    node_id: z
      .string()
      .regex(/^node_[\w-]{22}$/)
      .describe(
        'A pseudonym of the node, specific to your account: the same for all captures of a node in one cell, and different in every other cell. The films of a wallet and the wallet that paid for them share a node. It is never a wallet address.',
      ),
    lat: z.number().min(-90).max(90).describe('Latitude of the centre of the cell.'),
    lon: z.number().min(-180).max(180).describe('Longitude of the centre of the cell.'),
    observation: observationSchema.shape.observation_id.describe(
      'The `observation_id`. `GET /api/v1/observations/{observation_id}` returns its cell and its anchor.',
    ),
    confidence: share.describe(
      `How far place and time can be relied on. From trusted Content Credentials: ${contributor.signed}. Otherwise, from the metadata of the file or declared: ${contributor.unsigned} for a contributor's film, ${operator.unsigned} if the operator ingested it. Times ${uncheckedFactor} for a film that did not pass the quality check, or a file that this service has not read.`,
    ),
    captured_at: observationSchema.shape.captured_at,
    provenance_hash: observationSchema.shape.provenance_hash,
  })
  .meta({ id: 'DataPoint' })
export type DataPoint = z.output<typeof dataPoint>

export const groundTruthSchema = z
  .object({
    query_id: z.string().describe('Identifies this answer. Quote it in questions about it.'),
    timestamp: timestamp.describe('The time from which ages are counted. UTC.'),
    node_count: z
      .int()
      .min(0)
      .describe(
        'The number of nodes, each counted once per cell: contributors together with the wallets that paid for their films, and the operator.',
      ),
    ground_truth_score: share.describe(
      `How well the answer represents the current state of the area; above 0.9 is high fidelity. Formula, version ${scoreVersion}: coverage × (0.4 freshness + 0.3 independence + 0.3 quality). Without trusted Content Credentials it is at most ${unsignedBound}.`,
    ),
    score_parts: z
      .object({
        version: z.literal(scoreVersion).describe('Version of the formula.'),
        coverage: share.describe('Share of the cells of the area that have an observation.'),
        freshness: share.describe(
          'Mean of the greatest confidence × 2^(−age / max_age_seconds) of an observation in each cell.',
        ),
        independence: share.describe(
          'Mean of 1 − 2^(−sources in the cell). Only sources with trusted Content Credentials and a passed check count; a contributor, the wallet that paid, and the wallets that these paid count as one source.',
        ),
        quality: share.describe('Mean of the greatest confidence in each cell.'),
      })
      .describe(
        'The parts of the score, rounded to six decimals. Means are over the cells that have an observation.',
      ),
    geometry: polygon,
    data_points: z
      .array(dataPoint)
      .describe('Newest first, at most 1,000. The score and the count are of all observations.'),
    provenance_hash: z
      .string()
      .regex(/^sha256:[0-9a-f]{64}$/)
      .describe(
        'Hash of the whole answer: `sha256:` and the SHA-256 of its RFC 8785 canonical JSON without this member.',
      ),
  })
  .meta({ id: 'GroundTruth' })
export type GroundTruth = z.output<typeof groundTruthSchema>

export const statusSchema = z
  .object({
    status: z.literal('ok'),
    account: z.string().describe('The account of the key.'),
    tier: z.enum(tiers),
    limits: z.object({
      requests_per_minute: z.int(),
      concurrent_streams: z.int().describe('The number of streams that the key may have open at once.'),
      area_km2: z.number().describe('The largest bounding box of an area.'),
    }),
  })
  .meta({ id: 'EnterpriseStatus' })
export type EnterpriseStatus = z.output<typeof statusSchema>
