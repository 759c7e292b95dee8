import { defineSessionOperation } from '#lib/operations/define-operation'
import { earningsSchema } from '#lib/schemas/earnings'
import { getEarnings as run } from '#lib/services/submissions/get-earnings'

export const getEarnings = defineSessionOperation({
  name: 'getEarnings',
  method: 'GET',
  path: '/api/board/earnings',
  summary: 'Get your earnings',
  description: 'What your submissions brought you so far, and what they may still bring, network by network.',
  request: {},
  output: earningsSchema,
  errors: ['unauthorized'],
  parse: () => undefined,
  run: ({ ctx, session }) => run({ ctx, input: { contributor: session.address } }),
})
