import { defineOperatorOperation } from '#lib/operations/define-operation'
import { operatorRequestPageSchema, requestsQuery } from '#lib/schemas/operator-request'
import { parseInput } from '#lib/schemas/parse'
import { listRequests as run } from '#lib/services/requests/list-requests'

export const listRequests = defineOperatorOperation({
  name: 'listRequests',
  method: 'GET',
  path: '/api/operator/requests',
  summary: 'List what was answered',
  description:
    'Refusals, what pays or changes something, and what key holders and operators asked, newest first. Free reads that went well are not kept.',
  request: { query: requestsQuery },
  limit: 'light',
  output: operatorRequestPageSchema,
  errors: ['unauthorized'],
  parse: ({ query }) => parseInput(requestsQuery, query),
  run: ({ ctx, input }) => run({ ctx, input }),
})
