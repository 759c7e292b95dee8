import { defineOperatorOperation } from '#lib/operations/define-operation'
import { overviewSchema } from '#lib/schemas/operator-overview'
import { getOverview as run } from '#lib/services/operator/overview/get-overview'

export const getOverview = defineOperatorOperation({
  name: 'getOverview',
  method: 'GET',
  path: '/api/operator/overview',
  summary: 'See where the money is, what waits, and what needs a hand',
  description:
    'As of now; the money as of the last audit. What could not be asked is `null`: a chain that is away delays this by two seconds at most.',
  request: {},
  limit: 'light',
  output: overviewSchema,
  errors: ['unauthorized'],
  parse: () => ({}),
  run: ({ ctx }) => run({ ctx }),
})
