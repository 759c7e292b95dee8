import { z } from 'zod'
import { coveragePrecision } from '#lib/domain/observations/query-limits'
import { refuse } from '#lib/schemas/refuse'

export const maxCoverageCells = 5000

const shape = 'must be four numbers: west,south,east,north, in degrees'
const number = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

const bbox = z
  .string()
  .max(200, shape)
  .transform((text, check) => {
    const parts = text.split(',').map((part) => part.trim())
    if (parts.length !== 4 || !parts.every((part) => number.test(part))) return refuse(check, shape)
    const [west, south, east, north] = parts.map(Number) as [number, number, number, number]
    if (!(Math.abs(west) <= 180 && Math.abs(east) <= 180))
      return refuse(check, 'has a longitude beyond -180 to 180 (the first and the third number)')
    if (!(Math.abs(south) <= 90 && Math.abs(north) <= 90))
      return refuse(check, 'has a latitude beyond -90 to 90 (the second and the fourth number)')
    if (south > north) return refuse(check, 'ends south of where it begins: south comes before north')
    return { west, south, east, north }
  })

/** The query string of GET /api/coverage. */
export const coverageQuery = z.object({
  bbox: bbox
    .optional()
    .describe(
      '`west,south,east,north` in degrees (RFC 7946 §5). A box across the antimeridian has west > east. Default: the whole globe.',
    ),
})
export type CoverageQuery = z.output<typeof coverageQuery>

export const coverageSchema = z
  .object({
    precision: z
      .int()
      .min(1)
      .max(coveragePrecision)
      .describe(
        `Characters of each geohash: ${coveragePrecision}, or fewer if there would be more than ${maxCoverageCells} cells.`,
      ),
    cells: z.array(z.string()).describe('Geohashes of the cells with at least one observation, sorted.'),
  })
  .meta({ id: 'Coverage' })
export type Coverage = z.output<typeof coverageSchema>
