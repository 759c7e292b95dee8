import { defineOperatorOperation } from '#lib/operations/define-operation'
import { unmatchedSchema } from '#lib/schemas/operator-payment'
import { listUnmatched } from '#lib/services/operator/payments/list-unmatched'

export const listUnmatchedMoney = defineOperatorOperation({
  name: 'listUnmatchedMoney',
  method: 'GET',
  path: '/api/operator/unmatched',
  summary: 'List money that no payment explains',
  description:
    'Transfers from and to the treasury without a payment or bounty, transfers to PAY_TO by unknown authorizations, and what was sent back of them.',
  request: {},
  limit: 'light',
  output: unmatchedSchema,
  errors: ['unauthorized'],
  parse: () => ({}),
  run: ({ ctx }) => listUnmatched({ ctx }),
})
