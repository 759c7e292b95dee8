import { defineOperatorOperation } from '#lib/operations/define-operation'
import { operatorPaymentPageSchema, paymentsQuery } from '#lib/schemas/operator-payment'
import { parseInput } from '#lib/schemas/parse'
import { listPayments } from '#lib/services/operator/payments/list-payments'

export const listOperatorPayments = defineOperatorOperation({
  name: 'listOperatorPayments',
  method: 'GET',
  path: '/api/operator/payments',
  summary: 'List payments',
  description:
    'The payment journal in pages, newest first; with `unresolved`, what is not known yet, oldest first.',
  request: { query: paymentsQuery },
  limit: 'light',
  output: operatorPaymentPageSchema,
  errors: ['unauthorized'],
  parse: ({ query }) => parseInput(paymentsQuery, query),
  run: ({ ctx, input }) => listPayments({ ctx, input }),
})
