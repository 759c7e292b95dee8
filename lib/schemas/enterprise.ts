import { z } from 'zod'
import { type Polygon, parseArea } from '#lib/domain/area'
import type { CellRun } from '#lib/domain/cell-runs'
import { coverArea } from '#lib/domain/cover'
import { CairnError } from '#lib/domain/errors'
import { scoreVersion } from '#lib/domain/ground-truth-score'
import { tiers } from '#lib/domain/tier'
import { parsePolygonWkt } from '#lib/domain/wkt'
import { timestamp } from '#lib/schemas/formats'
import { observationSchema } from '#lib/schemas/observation'
import { parseInput } from '#lib/schemas/parse'

export const defaultMaxAgeSeconds = 7 * 24 * 3600
const mostMaxAgeSeconds = 10 * 366 * 24 * 3600
const maxAgeMessage = `must be a whole number of seconds from 1 to ${mostMaxAgeSeconds}`

const position = z
  .array(z.number())
  .min(2)
  .max(3)
  .meta({ description: '[longitude, latitude] in degrees (WGS 84).' })

const polygon = z
  .object({ type: z.literal('Polygon'), coordinates: z.array(z.array(position).min(4)).min(1) })
  .meta({
    description:
      'A GeoJSON Polygon: closed rings, the outline, then its holes. At most 10,000 positions in all.',
  })
export type PolygonGeometry = z.output<typeof polygon>

/** For descriptions; `parseGroundQuery` is what validates. */
export const groundQueryInput = z.object(
  {
    aoi: polygon.meta({
      description:
        'Area of interest: a GeoJSON Polygon. How large its bounding box may be depends on the tier of the key, 100 km² at most.',
    }),
    max_age_seconds: z
      .int(maxAgeMessage)
      .min(1, maxAgeMessage)
      .max(mostMaxAgeSeconds, maxAgeMessage)
      .default(defaultMaxAgeSeconds)
      .meta({
        description:
          'How old an observation may be. The score takes an observation of this age as half as fresh as one of now.',
      }),
  },
  'must be a JSON object',
)

/** An area as it was given, and what follows from it. */
export type GroundArea = { geometry: PolygonGeometry; area: Polygon; runs: readonly CellRun[] }
export type GroundQuery = GroundArea & { maxAgeSeconds: number }

/**
 * Parses the body of POST /enterprise/v1/spatial/query, up to the cells it asks for.
 *
 * @throws CairnError `invalid_request`, `invalid_geometry` or `aoi_too_large`, each with `field`
 */
export function parseGroundQuery(body: unknown): GroundQuery {
  const envelope = groundQueryInput.extend({ aoi: z.unknown().optional() })
  const { aoi, max_age_seconds: maxAgeSeconds } = parseInput(envelope, body)
  if (aoi === undefined)
    throw new CairnError('invalid_request', 'aoi: is required: a GeoJSON Polygon', { field: 'aoi' })
  return { ...parseGroundArea(aoi), maxAgeSeconds }
}

/** @throws CairnError `invalid_geometry` or `aoi_too_large`, with `field` */
export function parseGroundArea(aoi: unknown): GroundArea {
  const isPoint = typeof aoi === 'object' && aoi !== null && (aoi as { type?: unknown }).type === 'Point'
  if (isPoint) throw new CairnError('invalid_geometry', 'aoi.type: must be "Polygon"', { field: 'aoi.type' })
  const area = parseArea(aoi) as Polygon
  const { coordinates } = aoi as PolygonGeometry
  return { geometry: { type: 'Polygon', coordinates }, area, runs: coverArea(area) }
}

/** The query string of GET /enterprise/v1/spatial/stream. */
export const streamQuery = z.object({
  geometry: z.string('must be a polygon as well-known text').meta({
    description:
      'Area of interest: a polygon as well-known text, longitude first. The same limits hold as for a query.',
    examples: ['POLYGON((2.291 48.857, 2.296 48.857, 2.296 48.859, 2.291 48.859, 2.291 48.857))'],
  }),
})

export const streamHeaders = z.object({
  'Last-Event-ID': z.string().optional().meta({
    description:
      'The last `id` that arrived: what was published since is sent first. Browsers send it by themselves.',
  }),
})

/** @throws CairnError `invalid_geometry`, `aoi_too_large` or `invalid_request`, with `field` */
export function parseStreamArea(query: Readonly<Record<string, string>>): GroundArea {
  const coordinates = parsePolygonWkt(parseInput(streamQuery, query).geometry)
  try {
    return parseGroundArea({ type: 'Polygon', coordinates })
  } catch (error) {
    if (!(error instanceof CairnError)) throw error
    // It came by another name.
    const message = error.message.replace(/^aoi(\.coordinates)?/, 'geometry')
    throw new CairnError(error.code, message, { field: 'geometry', cause: error })
  }
}

const share = z.number().min(0).max(1)

const dataPoint = z
  .object({
    node_id: z
      .string()
      .regex(/^node_[\w-]{22}$/)
      .meta({
        description:
          'Who captured it, as a pseudonym that your account alone sees: the same for the captures of one source in one cell, another in every other cell. Never a wallet.',
      }),
    lat: z.number().min(-90).max(90).meta({ description: 'Latitude of the centre of its cell.' }),
    lon: z.number().min(-180).max(180).meta({ description: 'Longitude of the centre of its cell.' }),
    observation: observationSchema.shape.observation_id.meta({
      description:
        'The `observation_id`. `GET /api/v1/observations/{observation_id}` tells its cell and its anchor.',
    }),
    confidence: share.meta({
      description:
        '1: a film whose measured quality passed and that was accepted. 0.8: a file this service has read itself. 0.5: told by its hash, time and place alone.',
    }),
    captured_at: observationSchema.shape.captured_at,
    provenance_hash: observationSchema.shape.provenance_hash,
  })
  .meta({ id: 'DataPoint' })
export type DataPoint = z.output<typeof dataPoint>

export const groundTruthSchema = z
  .object({
    query_id: z.string().meta({ description: 'Names this answer; quote it when you ask about it.' }),
    timestamp: timestamp.meta({ description: 'What ages are counted from. UTC.' }),
    node_count: z.int().min(0).meta({
      description: 'How many nodes contributed: sources of observations, each counted once in each cell.',
    }),
    ground_truth_score: share.meta({
      description: `How well the answer stands for the place as it is; above 0.9 is high fidelity. Formula, version ${scoreVersion}: coverage × (0.4 freshness + 0.3 independence + 0.3 quality).`,
    }),
    score_parts: z
      .object({
        version: z.literal(scoreVersion).meta({ description: 'Of the formula.' }),
        coverage: share.meta({ description: 'Cells with an observation, of all cells of the area.' }),
        freshness: share.meta({
          description:
            'Mean of 2^(−age / max_age_seconds), age being that of the newest observation of a cell.',
        }),
        independence: share.meta({ description: 'Mean of 1 − 4^(−nodes in a cell).' }),
        quality: share.meta({ description: 'Mean of the best confidence in a cell.' }),
      })
      .meta({ description: 'What the score is made of. Means are over the cells with an observation.' }),
    geometry: polygon,
    data_points: z.array(dataPoint).meta({
      description: 'Newest first, at most 1,000; the score and the count are of all there are.',
    }),
    provenance_hash: z
      .string()
      .regex(/^sha256:[0-9a-f]{64}$/)
      .meta({
        description:
          'Covers the whole answer: `sha256:` and the SHA-256 of the RFC 8785 canonical JSON of the answer without this member.',
      }),
  })
  .meta({ id: 'GroundTruth' })
export type GroundTruth = z.output<typeof groundTruthSchema>

export const statusSchema = z
  .object({
    status: z.literal('ok'),
    account: z.string().meta({ description: 'Whose key this is.' }),
    tier: z.enum(tiers),
    limits: z.object({
      requests_per_minute: z.int(),
      concurrent_streams: z.int().meta({ description: 'Streams of this key that may be open at once.' }),
      area_km2: z.number().meta({ description: 'How large the bounding box of an area may be.' }),
    }),
  })
  .meta({ id: 'EnterpriseStatus' })
export type EnterpriseStatus = z.output<typeof statusSchema>
