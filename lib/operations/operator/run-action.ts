import { defineOperatorOperation } from '#lib/operations/define-operation'
import { doneActionSchema, runActionInput } from '#lib/schemas/operator-action'
import { parseInput } from '#lib/schemas/parse'
import { type DoneAction, runAction as run } from '#lib/services/operator/run-action'

export const runAction = defineOperatorOperation({
  name: 'runAction',
  method: 'POST',
  path: '/api/operator/actions',
  summary: 'Do what an operator decided',
  description: 'Done and written down together, or neither. What moves money needs a signature of its own.',
  request: { body: runActionInput },
  limit: 'light',
  output: doneActionSchema,
  errors: ['unauthorized', 'not_found', 'conflict'],
  parse: ({ body }) => parseInput(runActionInput, body),
  run: async ({ ctx, input, operator, requestId }) => {
    const done: DoneAction = await run({ ctx, input, operator, requestId })
    return { ...done, result: { ...done.result } }
  },
})
