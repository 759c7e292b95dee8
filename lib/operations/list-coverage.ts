import { defineOperation } from '#lib/operations/define-operation'
import { type Coverage, coverageQuery, coverageSchema, maxCoverageCells } from '#lib/schemas/coverage'
import { parseInput } from '#lib/schemas/parse'
import { listCoverage as run } from '#lib/services/observations/list-coverage'

/** Trees are published minutes apart. */
const maxAgeSeconds = 60

export const listCoverage = defineOperation({
  name: 'listCoverage',
  method: 'GET',
  path: '/api/coverage',
  summary: 'Where there is something to ask for',
  description: `The cells of some twenty to forty kilometres that hold at least one observation, for nothing: no counts, no times. An area with more than ${maxCoverageCells} such cells is answered in coarser ones, never cut off.`,
  request: { query: coverageQuery },
  output: coverageSchema,
  errors: [],
  parse: ({ query }) => parseInput(coverageQuery, query),
  run: ({ ctx, input }): Promise<Coverage> => run({ ctx, input }),
  freshness: () => ({ maxAgeSeconds }),
})
