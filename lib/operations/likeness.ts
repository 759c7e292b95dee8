// Operations that find attested captures by how they look.

import { pictureHashAlgorithm } from '#lib/domain/film/picture-hash'
import { defineOperation, inputFrom } from '#lib/operations/define-operation'
import { exampleProof } from '#lib/operations/examples/capture'
import { matchAnswerSchema, matchInput } from '#lib/schemas/likeness'
import { findMatches as runFindMatches } from '#lib/services/likeness/find-matches'

const exampleInput = { alg: pictureHashAlgorithm, value: 'm2k0Xo3c5rYQ8vC7h1nPqzL4tW9sJeUaKdGfRbXyZ0A' }
const exampleOutput = { matches: [{ sha256: exampleProof.sha256, similarityScore: 93 }] }

const described =
  'For a file that is not attested itself: the attested photographs and films that look like it, by hashes of its picture. Scaled, compressed and slightly cropped copies are found. It follows the soft binding resolution API of C2PA; a match names the attested file and proves nothing of the one that is searched.'

export const findMatches = defineOperation({
  name: 'findMatches',
  method: 'POST',
  onlyReads: true,
  path: '/api/matches/byBinding',
  summary: 'Find attested captures that look alike',
  description: described,
  limit: 'likeness',
  ...inputFrom('body', matchInput),
  output: matchAnswerSchema,
  example: { body: exampleInput, output: exampleOutput },
  run: ({ ctx, input }) => runFindMatches({ ctx, input: { hashes: input.value } }),
})

export const findMatchesByAddress = defineOperation({
  name: 'findMatchesByAddress',
  method: 'GET',
  path: '/api/matches/byBinding',
  summary: 'Find attested captures that look alike, by address',
  description: `${described} Prefer POST: proxies log addresses.`,
  limit: 'likeness',
  ...inputFrom('query', matchInput),
  output: matchAnswerSchema,
  example: { query: exampleInput, output: exampleOutput },
  run: ({ ctx, input }) => runFindMatches({ ctx, input: { hashes: input.value } }),
})

export const likeness = [findMatches, findMatchesByAddress]
