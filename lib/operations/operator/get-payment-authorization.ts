import { defineOperatorOperation } from '#lib/operations/define-operation'
import { authorizationSchema, paymentParams } from '#lib/schemas/operator-payment'
import { parseInput } from '#lib/schemas/parse'
import { askAuthorization } from '#lib/services/operator/payments/ask-authorization'

export const getPaymentAuthorization = defineOperatorOperation({
  name: 'getPaymentAuthorization',
  method: 'GET',
  path: '/api/operator/payments/{payment_id}/authorization',
  summary: 'Ask the chain about a payment',
  description: 'What the token says now of its authorization (EIP-3009). Asked live, each time.',
  request: { params: paymentParams },
  limit: 'light',
  output: authorizationSchema,
  errors: ['unauthorized', 'not_found'],
  parse: ({ params }) => parseInput(paymentParams, params),
  run: ({ ctx, input }) => askAuthorization({ ctx, input: { paymentId: input.payment_id } }),
})
