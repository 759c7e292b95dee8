import { defineOperation } from '#lib/operations/define-operation'
import { withdrawalCountsSchema } from '#lib/schemas/withdrawals'
import { countWithdrawn as run } from '#lib/services/captures/count-withdrawn'

export const countWithdrawn = defineOperation({
  name: 'countWithdrawn',
  method: 'GET',
  path: '/api/withdrawals',
  summary: 'Count withdrawn captures by reason',
  description:
    'How many captures whoever runs this service has withdrawn from sale and show, and why. Their proofs can be checked as before.',
  request: {},
  output: withdrawalCountsSchema,
  errors: [],
  freshness: () => ({ maxAgeSeconds: 60 }),
  parse: () => ({}),
  run: ({ ctx }) => run({ ctx }),
})
