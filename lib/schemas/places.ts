import { z } from 'zod'

/** The query string of GET /api/places. */
export const placesQuery = z.object({
  q: z
    .string()
    .trim()
    .min(2, 'must have 2 to 80 characters')
    .max(80, 'must have 2 to 80 characters')
    .meta({ description: 'The beginning of a name. Accents and capitals do not matter.' }),
})

export const placeSchema = z
  .object({
    name: z.string(),
    country: z.string().meta({ description: 'ISO 3166-1 alpha-2.' }),
    geohash: z
      .string()
      .meta({ description: 'The cell of its middle: five characters, about five kilometres.' }),
    population: z.int().min(0),
  })
  .meta({ id: 'Place' })
export type Place = z.output<typeof placeSchema>

export const placesSchema = z.object({
  places: z.array(placeSchema).meta({ description: 'At most eight, the largest first.' }),
})
export type Places = z.output<typeof placesSchema>
