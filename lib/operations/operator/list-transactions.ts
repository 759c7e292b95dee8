import { defineOperatorOperation } from '#lib/operations/define-operation'
import { operatorTransactionPageSchema, transactionsQuery } from '#lib/schemas/operator-chain'
import { parseInput } from '#lib/schemas/parse'
import { listTransactions as list } from '#lib/services/operator/chains/list-transactions'

export const listTransactions = defineOperatorOperation({
  name: 'listTransactions',
  method: 'GET',
  path: '/api/operator/transactions',
  summary: 'List transactions',
  description: 'Everything we asked of a chain, in pages, newest first.',
  request: { query: transactionsQuery },
  limit: 'light',
  output: operatorTransactionPageSchema,
  errors: ['unauthorized'],
  parse: ({ query }) => parseInput(transactionsQuery, query),
  run: ({ ctx, input }) => list({ ctx, input }),
})
