import { z } from 'zod'
import { defineOperation } from '#lib/operations/define-operation'
import { parseInput } from '#lib/schemas/parse'
import { treeAnswerSchema } from '#lib/schemas/proof'
import { getTree as run } from '#lib/services/anchors/get-tree'

const maxAgeSeconds = 3_600

const treeParams = z.object({
  tree_id: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'must be the number of a tree')
    .transform(Number),
})

export const getTree = defineOperation({
  name: 'getTree',
  method: 'GET',
  path: '/api/trees/{tree_id}',
  summary: 'Get an anchored tree',
  description: 'The root, the attestation and all leaves of a tree, as hashes only.',
  request: { params: treeParams },
  output: treeAnswerSchema,
  errors: ['not_found'],
  freshness: () => ({ maxAgeSeconds }),
  parse: ({ params }) => parseInput(treeParams, params),
  run: ({ ctx, input }) => run({ ctx, input: { treeId: input.tree_id } }),
})
