import { defineOperatorOperation } from '#lib/operations/define-operation'
import { operatorRequestDetailSchema, requestParams } from '#lib/schemas/operator-request'
import { parseInput } from '#lib/schemas/parse'
import { getRequest as run } from '#lib/services/requests/get-request'

export const getRequest = defineOperatorOperation({
  name: 'getRequest',
  method: 'GET',
  path: '/api/operator/requests/{request_id}',
  summary: 'Look up one request by its id',
  description: 'The request as it was answered; or, where none is kept by this id, what that may mean.',
  request: { params: requestParams },
  limit: 'light',
  output: operatorRequestDetailSchema,
  errors: ['unauthorized'],
  parse: ({ params }) => ({ requestId: parseInput(requestParams, params).request_id }),
  run: ({ ctx, input }) => run({ ctx, input }),
})
