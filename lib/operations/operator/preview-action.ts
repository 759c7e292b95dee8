import { defineOperatorOperation } from '#lib/operations/define-operation'
import { previewActionInput, previewedActionSchema } from '#lib/schemas/operator-action'
import { parseInput } from '#lib/schemas/parse'
import { previewAction as run } from '#lib/services/operator/preview-action'

export const previewAction = defineOperatorOperation({
  name: 'previewAction',
  method: 'POST',
  path: '/api/operator/actions/preview',
  summary: 'Say what an action would do',
  description: 'Its effect and its guard as things are now. Changes nothing.',
  request: { body: previewActionInput },
  limit: 'light',
  output: previewedActionSchema,
  errors: ['unauthorized', 'not_found'],
  parse: ({ body }) => parseInput(previewActionInput, body),
  run: ({ ctx, input, operator }) => run({ ctx, input, operator }),
})
