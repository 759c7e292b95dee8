import { defineSessionOperation } from '#lib/operations/define-operation'
import { parseInput } from '#lib/schemas/parse'
import { submissionsPageSchema, submissionsQuery } from '#lib/schemas/submission'
import { listSubmissions as run } from '#lib/services/submissions/list-submissions'

export const listSubmissions = defineSessionOperation({
  name: 'listSubmissions',
  method: 'GET',
  path: '/api/board/submissions',
  summary: 'List your submissions',
  description:
    'Everything you handed in, newest first, with what the check found, and the transaction that paid you. Pages follow one another by cursor.',
  request: { query: submissionsQuery },
  limit: 'light',
  output: submissionsPageSchema,
  errors: ['unauthorized'],
  parse: ({ query }) => parseInput(submissionsQuery, query),
  run: ({ ctx, input, session }) => run({ ctx, input: { ...input, contributor: session.address } }),
})
