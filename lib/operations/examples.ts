import { bountyExamples } from '#lib/operations/examples/bounty'
import { exampleObservation, exampleProof, exampleTree } from '#lib/operations/examples/capture'
import { enterpriseExamples } from '#lib/operations/examples/enterprise'
import { serviceExamples } from '#lib/operations/examples/service'

/** A request that an operation takes, and what it answers. */
export type Example = {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  body?: unknown
  /** Of success; absent where no body is sent. */
  output?: unknown
}

const { leaves: _, ...treeSummary } = exampleTree
const { captured_at, geohash, anchor, provenance_hash, observation_id } = exampleObservation

const unknownId = '0'.repeat(64)

/** By the name of the operation. Descriptions of the interface carry them; each validates. */
const examples: Readonly<Record<string, Example>> = {
  queryObservations: {
    body: { aoi: { type: 'Point', coordinates: [2.2945, 48.8584] }, radius_m: 800, limit: 10 },
    output: {
      window: { from: '2026-11-14T08:00:00Z', to: '2026-11-21T08:00:00Z' },
      observations: [exampleObservation],
    },
  },
  getObservation: { params: { id: observation_id }, output: exampleObservation },
  verifyProvenance: {
    params: { hash: observation_id },
    output: { provenance_hash, verified: true, captured_at, geohash, anchor },
  },
  getProof: { params: { sha256: observation_id }, output: { ...exampleProof, status: 'anchored' } },
  lookUpProofs: {
    body: { sha256: [observation_id, unknownId] },
    output: {
      answers: [
        { proof: { ...exampleProof, status: 'anchored' }, verified: true },
        { proof: { status: 'unknown', sha256: unknownId }, verified: false },
      ],
    },
  },
  listTrees: { query: { limit: '20' }, output: { trees: [treeSummary], next_cursor: null } },
  search: {
    query: { q: anchor.leaf_hash },
    output: {
      form: 'hash',
      looked_for: ['fingerprint', 'leaf', 'root', 'attestation', 'transaction'],
      matches: [{ kind: 'leaf', state: 'anchored', tree_id: anchor.tree_id, leaf_hash: anchor.leaf_hash }],
    },
  },
  listCoverage: {
    query: { bbox: '2.2,48.8,2.5,48.95' },
    output: { precision: 4, cells: ['u09t', 'u09w'] },
  },
  findPlaces: {
    query: { q: 'paris' },
    output: {
      places: [{ name: 'Paris', country: 'FR', geohash: 'u09tv', population: 2_138_551 }],
    },
  },
  getTree: { params: { tree_id: String(exampleTree.tree_id) }, output: exampleTree },
  ...bountyExamples,
  ...enterpriseExamples,
  ...serviceExamples,
}

export function exampleOf(operation: { name: string }): Example | undefined {
  return examples[operation.name]
}
