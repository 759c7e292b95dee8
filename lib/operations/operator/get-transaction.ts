import { defineOperatorOperation } from '#lib/operations/define-operation'
import { operatorTransactionDetailSchema, transactionParams } from '#lib/schemas/operator-chain'
import { parseInput } from '#lib/schemas/parse'
import { getTransaction as get } from '#lib/services/operator/chains/get-transaction'

export const getTransaction = defineOperatorOperation({
  name: 'getTransaction',
  method: 'GET',
  path: '/api/operator/transactions/{id}',
  summary: 'See one transaction',
  description:
    'What it is for, each of its signed forms and what the chain has of them now. Never the signed bytes.',
  request: { params: transactionParams },
  limit: 'light',
  output: operatorTransactionDetailSchema,
  errors: ['unauthorized', 'not_found'],
  parse: ({ params }) => parseInput(transactionParams, params),
  run: ({ ctx, input }) => get({ ctx, input }),
})
