import { defineOperatorOperation } from '#lib/operations/define-operation'
import { auditRunsQuery, auditRunsSchema } from '#lib/schemas/operator-overview'
import { parseInput } from '#lib/schemas/parse'
import { listAudits as run } from '#lib/services/operator/overview/read-money'

export const listAudits = defineOperatorOperation({
  name: 'listAudits',
  method: 'GET',
  path: '/api/operator/audits',
  summary: 'See what the audits of the money found',
  description: 'Newest first. Audits in a row that found the same are one.',
  request: { query: auditRunsQuery },
  limit: 'light',
  output: auditRunsSchema,
  errors: ['unauthorized'],
  parse: ({ query }) => parseInput(auditRunsQuery, query),
  run: ({ ctx, input }) => run({ ctx, input }),
})
