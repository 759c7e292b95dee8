import { defineOperatorOperation } from '#lib/operations/define-operation'
import { jobsQuery, operatorJobPageSchema } from '#lib/schemas/operator-job'
import { parseInput } from '#lib/schemas/parse'
import { listJobs as list } from '#lib/services/operator/jobs/list-jobs'

export const listJobs = defineOperatorOperation({
  name: 'listJobs',
  method: 'GET',
  path: '/api/operator/jobs',
  summary: 'List what is done with films',
  description: 'Jobs that wait, run or died, the dead first, in pages; and models that could not be made.',
  request: { query: jobsQuery },
  limit: 'light',
  output: operatorJobPageSchema,
  errors: ['unauthorized'],
  parse: ({ query }) => parseInput(jobsQuery, query),
  run: ({ ctx, input }) => list({ ctx, input }),
})
