import { z } from 'zod'

export const maxPlaceQueryCharacters = 80

/** The query string of GET /api/places. */
export const placesQuery = z.object({
  q: z
    .string()
    .trim()
    .min(2, 'use 2–80 characters')
    .max(maxPlaceQueryCharacters, 'use 2–80 characters')
    .describe(
      'The beginning of the name of a town, in English or another language, and a country or a larger town after it: `paris` or `Paris, France`. Or words of a street, a square or a sight in any order, among them its kind in English and its town: `cathedral florence`. Accents and capitals do not matter.',
    ),
})

const placeSchema = z
  .object({
    name: z.string(),
    country: z.string().describe('ISO 3166-1 alpha-2.'),
    geohash: z.string().describe('The cell around its centre: five characters, about five kilometres.'),
    centre: z.string().describe('The cell of its centre: six characters, about a kilometre.'),
    latitude: z.number().min(-90).max(90).describe('Of its centre, in degrees (WGS 84).'),
    longitude: z.number().min(-180).max(180).describe('Of its centre, in degrees (WGS 84).'),
    population: z.int().min(0).describe('0 for a street, a square or a sight.'),
    near: z
      .string()
      .optional()
      .describe(
        'A town nearby: for a street, a square or a sight, for a town of fewer than 10,000 people, and if others in the list have the same name and country.',
      ),
  })
  .meta({ id: 'Place' })
export type Place = z.output<typeof placeSchema>

export const placesSchema = z.object({
  is_part: z
    .literal(true)
    .optional()
    .describe(
      'Set if no place has all words of the query. `places` then has a town that a part of the query names, as for `Eiffel tower Paris` where no street map of Paris is known.',
    ),
  streets_around: z
    .string()
    .optional()
    .describe(
      'The largest town of the street map. Streets, squares and sights are known only around it. Absent while none are known.',
    ),
  places: z
    .array(placeSchema)
    .describe(
      'At most eight, the best match first: large towns, then streets, squares and sights of that name, then other towns, the largest first.',
    ),
})
export type Places = z.output<typeof placesSchema>

/** The most cells that one request may name. */
export const mostNamedCells = 50

/** The query string of GET /api/places/names. */
export const placeNamesQuery = z.object({
  cells: z
    .string()
    .regex(
      new RegExp(`^[0-9b-hjkmnp-z]{1,6}(,[0-9b-hjkmnp-z]{1,6}){0,${mostNamedCells - 1}}$`, 'i'),
      `must be 1 to ${mostNamedCells} geohashes of 1 to 6 characters, separated by commas`,
    )
    .describe(`1 to ${mostNamedCells} geohashes of 1 to 6 characters, separated by commas.`),
})

export const placeNamesSchema = z.object({
  names: z
    .array(z.object({ geohash: z.string(), name: z.string() }))
    .describe('A name for each cell, in the order of the query. None says more than its cell does.'),
})
export type PlaceNames = z.output<typeof placeNamesSchema>
