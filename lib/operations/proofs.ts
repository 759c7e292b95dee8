// Operations of proofs: files, trees, withdrawals, search by any id.

import { z } from 'zod'
import { freshnessOfCapture, freshnessOfCaptures } from '#lib/domain/freshness'
import { defineOperation, inputFrom } from '#lib/operations/define-operation'
import { exampleProof, exampleTree } from '#lib/operations/examples/capture'
import { observationIdInput } from '#lib/schemas/observation-id'
import { proofAnswerSchema, treeAnswerSchema } from '#lib/schemas/proof'
import { proofLookupInput, proofLookupSchema } from '#lib/schemas/proof-lookup'
import { searchAnswerSchema, searchQuery, treePageSchema, treesQuery } from '#lib/schemas/trees'
import { withdrawalCountsSchema } from '#lib/schemas/withdrawals'
import { getProof as runGetProof } from '#lib/services/anchors/get-proof'
import { getTree as runGetTree } from '#lib/services/anchors/get-tree'
import { listTrees as runListTrees } from '#lib/services/anchors/list-trees'
import { lookUpProofs as runLookUpProofs } from '#lib/services/anchors/look-up-proofs'
import { searchId } from '#lib/services/anchors/search-id'
import { countWithdrawn as runCountWithdrawn } from '#lib/services/captures/count-withdrawn'

const { sha256 } = exampleProof
const unknownSha256 = '0'.repeat(64)
const { leaves: _, ...exampleTreeSummary } = exampleTree

const proofParams = z.object({ sha256: observationIdInput })

/** Outside the versioned interface: for our own pages and for offline checks. */
export const getProof = defineOperation({
  name: 'getProof',
  method: 'GET',
  path: '/api/proofs/{sha256}',
  summary: 'Get the portable proof of a file',
  description:
    'Everything needed to check a capture without this service: salt, fields, leaf, path, root, attestation.',
  ...inputFrom('params', proofParams),
  output: proofAnswerSchema,
  example: { params: { sha256 }, output: { ...exampleProof, status: 'anchored' } },
  // The proof of a model shows the withdrawal of the capture that it was made from.
  freshness: (proof) =>
    freshnessOfCapture(proof.status === 'anchored' ? (proof.made_from ?? proof.sha256) : undefined),
  run: runGetProof,
})

/** For a folder of files: one request per file would soon reach the rate limit. */
export const lookUpProofs = defineOperation({
  name: 'lookUpProofs',
  method: 'POST',
  onlyReads: true,
  path: '/api/proofs',
  summary: 'Get the proofs of many files',
  description:
    'The portable proofs of up to 50 files at once, and for each whether it is attested. An unknown file is a normal answer, not an error.',
  ...inputFrom('body', proofLookupInput),
  output: proofLookupSchema,
  example: {
    body: { sha256: [sha256, unknownSha256] },
    output: {
      answers: [
        { proof: { ...exampleProof, status: 'anchored' }, verified: true },
        { proof: { status: 'unknown', sha256: unknownSha256 }, verified: false },
      ],
    },
  },
  run: runLookUpProofs,
})

const treesMaxAgeSeconds = 15

export const listTrees = defineOperation({
  name: 'listTrees',
  method: 'GET',
  path: '/api/trees',
  summary: 'List the anchored trees',
  description:
    'Every attested tree, newest first, without its leaves: root, previous root and attestation. `next_cursor` leads to the next page.',
  ...inputFrom('query', treesQuery),
  output: treePageSchema,
  example: { query: { limit: '20' }, output: { trees: [exampleTreeSummary], next_cursor: null } },
  freshness: () => ({ maxAgeSeconds: treesMaxAgeSeconds }),
  run: ({ ctx, input }) => runListTrees({ ctx, input: { limit: input.limit, beforeTreeId: input.cursor } }),
})

/** An attested tree never changes. */
const treeMaxAgeSeconds = 3_600

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
  ...inputFrom('params', treeParams),
  output: treeAnswerSchema,
  errors: ['not_found'],
  example: { params: { tree_id: String(exampleTree.tree_id) }, output: exampleTree },
  freshness: () => ({ maxAgeSeconds: treeMaxAgeSeconds, staleSeconds: treeMaxAgeSeconds }),
  run: ({ ctx, input }) => runGetTree({ ctx, input: { treeId: input.tree_id } }),
})

export const countWithdrawn = defineOperation({
  name: 'countWithdrawn',
  method: 'GET',
  path: '/api/withdrawals',
  summary: 'Count withdrawn captures by reason',
  description:
    'How many captures the operator of this service has withdrawn from sale and display, by reason. Their proofs can still be checked.',
  output: withdrawalCountsSchema,
  example: {
    output: { total: 3, by_reason: { rights: 1, privacy: 2, wrong_place: 0, not_real: 0, other: 0 } },
  },
  freshness: freshnessOfCaptures,
  run: ({ ctx }) => runCountWithdrawn({ ctx }),
})

/** A found id stays where it is, also when its capture is withdrawn; an unknown one may be published at any moment. */
const foundIdMaxAgeSeconds = 60
const unknownIdMaxAgeSeconds = 1

export const search = defineOperation({
  name: 'search',
  method: 'GET',
  path: '/api/search',
  summary: 'Find the tree of any id',
  description:
    'Looks up an id in every possible meaning and tells which ones match: fingerprint, leaf, root, attestation, transaction or tree number. A fingerprint leads to its leaf, never the other way round.',
  ...inputFrom('query', searchQuery),
  output: searchAnswerSchema,
  example: {
    query: { q: exampleProof.leaf_hash },
    output: {
      form: 'hash',
      looked_for: ['fingerprint', 'leaf', 'root', 'attestation', 'transaction'],
      matches: [
        {
          kind: 'leaf',
          state: 'anchored',
          tree_id: exampleTree.tree_id,
          leaf_hash: exampleProof.leaf_hash,
        },
      ],
    },
  },
  run: ({ ctx, input }) => searchId({ ctx, input: input.q }),
  freshness: ({ matches }) => ({
    maxAgeSeconds: matches.some(({ state }) => state === 'anchored')
      ? foundIdMaxAgeSeconds
      : unknownIdMaxAgeSeconds,
  }),
})

export const proofs = [getProof, lookUpProofs, listTrees, getTree, countWithdrawn, search]
