// Console: the payment journal, and money that no payment explains.

import { defineOperation, inputFrom } from '#lib/operations/define-operation'
import {
  authorizationSchema,
  operatorPaymentDetailSchema,
  operatorPaymentPageSchema,
  paymentParams,
  paymentsQuery,
  unmatchedSchema,
} from '#lib/schemas/operator-payment'
import { askAuthorization } from '#lib/services/operator/payments/ask-authorization'
import { getPayment } from '#lib/services/operator/payments/get-payment'
import { listPayments } from '#lib/services/operator/payments/list-payments'
import { listUnmatched } from '#lib/services/operator/payments/list-unmatched'

const listOperatorPayments = defineOperation({
  name: 'listOperatorPayments',
  method: 'GET',
  path: '/api/operator/payments',
  credential: 'operator',
  summary: 'List payments',
  description:
    'The payment journal in pages, newest first; with `unresolved`, payments of unknown outcome, oldest first.',
  ...inputFrom('query', paymentsQuery),
  output: operatorPaymentPageSchema,
  run: ({ ctx, input }) => listPayments({ ctx, input }),
})

const getOperatorPayment = defineOperation({
  name: 'getOperatorPayment',
  method: 'GET',
  path: '/api/operator/payments/{payment_id}',
  credential: 'operator',
  summary: 'Get a payment',
  description: 'Terms, times and transactions of a payment, and the status and size of the answer it bought.',
  ...inputFrom('params', paymentParams),
  output: operatorPaymentDetailSchema,
  errors: ['not_found'],
  run: ({ ctx, input }) => getPayment({ ctx, input: { paymentId: input.payment_id } }),
})

const getPaymentAuthorization = defineOperation({
  name: 'getPaymentAuthorization',
  method: 'GET',
  path: '/api/operator/payments/{payment_id}/authorization',
  credential: 'operator',
  summary: 'Ask the chain about a payment',
  description: 'The state of its authorization (EIP-3009) in the token contract, read at each call.',
  ...inputFrom('params', paymentParams),
  output: authorizationSchema,
  errors: ['not_found'],
  run: ({ ctx, input }) => askAuthorization({ ctx, input: { paymentId: input.payment_id } }),
})

const listUnmatchedMoney = defineOperation({
  name: 'listUnmatchedMoney',
  method: 'GET',
  path: '/api/operator/unmatched',
  credential: 'operator',
  summary: 'List money that no payment explains',
  description:
    'Transfers from and to the treasury without a payment or bounty, transfers to PAY_TO by unknown authorizations, and what was sent back of them.',
  output: unmatchedSchema,
  run: ({ ctx }) => listUnmatched({ ctx }),
})

export const operatorPayments = [
  listOperatorPayments,
  getOperatorPayment,
  getPaymentAuthorization,
  listUnmatchedMoney,
]
