import { defineOperation } from '#lib/operations/define-operation'
import { parseInput } from '#lib/schemas/parse'
import { type Places, placesQuery, placesSchema } from '#lib/schemas/places'
import { findPlaces as run } from '#lib/services/places/find-places'

const maxAgeSeconds = 86_400

export const findPlaces = defineOperation({
  name: 'findPlaces',
  method: 'GET',
  path: '/api/places',
  summary: 'Find a town by its name',
  description:
    'Towns of a thousand people and more, with the cell of their middle: for asking what is near one. Data of GeoNames (CC BY 4.0).',
  request: { query: placesQuery },
  output: placesSchema,
  errors: [],
  parse: ({ query }) => parseInput(placesQuery, query),
  run: async ({ input }): Promise<Places> => ({ places: run({ input }) }),
  freshness: () => ({ maxAgeSeconds }),
})
