import { defineOperatorOperation } from '#lib/operations/define-operation'
import { actionPageSchema, actionsQuery } from '#lib/schemas/operator-action'
import { parseInput } from '#lib/schemas/parse'
import { listActions as run } from '#lib/services/operator/list-actions'

export const listActions = defineOperatorOperation({
  name: 'listActions',
  method: 'GET',
  path: '/api/operator/actions',
  summary: 'See what operators did',
  description: 'The log of actions in pages, newest first, with what was signed for those that move money.',
  request: { query: actionsQuery },
  limit: 'light',
  output: actionPageSchema,
  errors: ['unauthorized'],
  parse: ({ query }) => parseInput(actionsQuery, query),
  run: ({ ctx, input: { subject_id: subjectId, cursor: beforeId, ...input } }) =>
    run({ ctx, input: { ...input, subjectId, beforeId } }),
})
