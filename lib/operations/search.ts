import { defineOperation } from '#lib/operations/define-operation'
import { parseInput } from '#lib/schemas/parse'
import { searchAnswerSchema, searchQuery } from '#lib/schemas/trees'
import { searchId } from '#lib/services/anchors/search-id'

/** What is found stays where it is; what is not may be there in seconds. */
const foundMaxAgeSeconds = 60
const otherMaxAgeSeconds = 5

export const search = defineOperation({
  name: 'search',
  method: 'GET',
  path: '/api/search',
  summary: 'Find the tree of any id',
  description:
    'Looks for an id in all its possible meanings and says which it has: fingerprint, leaf, root, attestation, transaction or number of a tree. A fingerprint leads to its leaf, a leaf never to a fingerprint.',
  request: { query: searchQuery },
  output: searchAnswerSchema,
  errors: [],
  parse: ({ query }) => parseInput(searchQuery, query),
  run: ({ ctx, input }) => searchId({ ctx, input: input.q }),
  freshness: ({ matches }) => ({
    maxAgeSeconds: matches.some(({ state }) => state === 'anchored')
      ? foundMaxAgeSeconds
      : otherMaxAgeSeconds,
  }),
})
