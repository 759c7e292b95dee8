import { defineOperatorOperation } from '#lib/operations/define-operation'
import { operatorPaymentDetailSchema, paymentParams } from '#lib/schemas/operator-payment'
import { parseInput } from '#lib/schemas/parse'
import { getPayment } from '#lib/services/operator/payments/get-payment'

export const getOperatorPayment = defineOperatorOperation({
  name: 'getOperatorPayment',
  method: 'GET',
  path: '/api/operator/payments/{payment_id}',
  summary: 'Get a payment',
  description: 'Terms, times, transactions and what it bought, by its status and size alone.',
  request: { params: paymentParams },
  limit: 'light',
  output: operatorPaymentDetailSchema,
  errors: ['unauthorized', 'not_found'],
  parse: ({ params }) => parseInput(paymentParams, params),
  run: ({ ctx, input }) => getPayment({ ctx, input: { paymentId: input.payment_id } }),
})
