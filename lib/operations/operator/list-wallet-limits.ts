import { defineOperatorOperation } from '#lib/operations/define-operation'
import { operatorWalletLimitsSchema, walletLimitsQuery } from '#lib/schemas/operator-limits'
import { parseInput } from '#lib/schemas/parse'
import { listWalletUse } from '#lib/services/operator/limits/list-wallet-use'

export const listWalletLimits = defineOperatorOperation({
  name: 'listWalletLimits',
  method: 'GET',
  path: '/api/operator/wallet-limits',
  summary: 'List wallets at a limit',
  description:
    'How much wallets have used of their daily budgets and who has handed in as many films for a bounty as allowed: those at a limit first.',
  request: { query: walletLimitsQuery },
  limit: 'light',
  output: operatorWalletLimitsSchema,
  errors: ['unauthorized'],
  parse: ({ query }) => parseInput(walletLimitsQuery, query),
  run: ({ ctx, input }) => listWalletUse({ ctx, input }),
})
