import { defineOperatorOperation } from '#lib/operations/define-operation'
import { operatorCaptureParams, operatorCaptureSchema } from '#lib/schemas/operator-captures'
import { parseInput } from '#lib/schemas/parse'
import { getCapture as run } from '#lib/services/captures/get-capture'

export const getCapture = defineOperatorOperation({
  name: 'getCapture',
  method: 'GET',
  path: '/api/operator/captures/{id}',
  summary: 'Look at one capture',
  description: 'Where it came from, which tree and leaf it is, and whether it is withdrawn.',
  request: { params: operatorCaptureParams },
  limit: 'light',
  output: operatorCaptureSchema,
  errors: ['unauthorized', 'not_found'],
  parse: ({ params }) => parseInput(operatorCaptureParams, params),
  run: ({ ctx, input }) => run({ ctx, input }),
})
