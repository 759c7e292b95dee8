import { defineOperation } from '#lib/operations/define-operation'
import { parseInput } from '#lib/schemas/parse'
import { treePageSchema, treesQuery } from '#lib/schemas/trees'
import { listTrees as run } from '#lib/services/anchors/list-trees'

const maxAgeSeconds = 15

export const listTrees = defineOperation({
  name: 'listTrees',
  method: 'GET',
  path: '/api/trees',
  summary: 'List the anchored trees',
  description:
    'Every attested tree, newest first, without its leaves: root, the root before, and the attestation. Pages follow one another by cursor.',
  request: { query: treesQuery },
  output: treePageSchema,
  errors: [],
  freshness: () => ({ maxAgeSeconds }),
  parse: ({ query }) => parseInput(treesQuery, query),
  run: ({ ctx, input }) => run({ ctx, input: { limit: input.limit, beforeTreeId: input.cursor } }),
})
