import { defineOperatorOperation } from '#lib/operations/define-operation'
import { intakeSchema } from '#lib/schemas/operator-captures'
import { getIntake as run } from '#lib/services/captures/get-intake'

export const getIntake = defineOperatorOperation({
  name: 'getIntake',
  method: 'GET',
  path: '/api/operator/captures',
  summary: 'See what waits for its tree',
  description: 'How many captures wait, since when, and when the next tree is built.',
  request: {},
  limit: 'light',
  output: intakeSchema,
  errors: ['unauthorized'],
  parse: () => ({}),
  run: ({ ctx }) => run({ ctx }),
})
