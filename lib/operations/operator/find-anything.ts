import { defineOperatorOperation } from '#lib/operations/define-operation'
import { findQuery, foundAnythingSchema } from '#lib/schemas/operator-find'
import { parseInput } from '#lib/schemas/parse'
import { findAnything as run } from '#lib/services/operator/find/find-anything'

export const findAnything = defineOperatorOperation({
  name: 'findAnything',
  method: 'GET',
  path: '/api/operator/find',
  summary: 'Find what an id is',
  description:
    'Any id: of a request, bounty, payment, transaction, submission, upload or file, or a wallet. Where could not be looked is told apart from where there is nothing.',
  request: { query: findQuery },
  limit: 'light',
  output: foundAnythingSchema,
  errors: ['unauthorized'],
  parse: ({ query }) => parseInput(findQuery, query),
  run: ({ ctx, input }) => run({ ctx, input }),
})
