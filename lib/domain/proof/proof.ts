import { fromHex, hashFields, hashLeaf, leafSpec, toHex } from './leaf.ts'
import { climb, equalBytes } from './merkle.ts'

/** The newest proof format this code understands. */
export const proofVersion = 1

export type Hex = `0x${string}`

/** Everything that is needed, together with the file and a chain endpoint, to check one capture without this service. */
export type ProofBundle = {
  version: typeof proofVersion
  /** SHA-256 of the file, 64 lower-case hex digits. */
  sha256: string
  salt: Hex
  /** Hash of salt, place and time. */
  fields: Hex
  /** Six characters. */
  geohash: string
  /** ISO 8601, UTC, whole seconds. */
  captured_at: string
  leaf_index: number
  leaf_hash: Hex
  /** Siblings from the leaf up to the root. */
  proof: Hex[]
  tree: { tree_id: number; leaf_count: number; root: Hex; prev_root: Hex; leaf_spec: Hex }
  attestation: {
    chain_id: number
    uid: Hex
    tx: Hex
    schema_uid: Hex
    attester: Hex
    eas: Hex
    block: number
    /** ISO 8601, UTC, whole seconds: the block's own time. */
    time: string
  }
}

/** One recomputed hash beside the value in the proof; for `path`, the number of siblings beside the leaf's depth. */
export type ProofStep = {
  name: 'file' | 'fields' | 'leaf' | 'path' | 'root'
  computed: string
  expected: string
  holds: boolean
}

export type Recomputed = {
  steps: ProofStep[]
  /** Every hash from the leaf (first) to the root (last). */
  path: Hex[]
  holds: boolean
  /** True if the proof is valid for the fingerprint that it names, even if another file was compared with it. */
  isConsistent: boolean
}

/**
 * Recomputes a proof from the file's own hash upwards. Each step continues from the computed value, never from the one the
 * proof contains, so an error at the bottom reaches the root.
 *
 * @param fileSha256 64 lower-case hex digits, from the file itself
 * @throws RangeError when the leaves are of a format this code does not know
 */
export function recomputeProof(bundle: ProofBundle, fileSha256: string): Recomputed {
  if (bundle.tree.leaf_spec !== leafSpec) throw new RangeError(`unknown leaf format ${bundle.tree.leaf_spec}`)
  const fields = hashFields({
    salt: fromHex(bundle.salt),
    geohash: bundle.geohash,
    capturedAtMs: Date.parse(bundle.captured_at),
  })
  const leaf = hashLeaf(fromHex(fileSha256), fields)
  const path = climb(leaf, bundle.proof.map(fromHex))
  const root = path[path.length - 1]!
  const depth = leafDepth(bundle.tree.leaf_count, bundle.leaf_index)
  const step = (name: ProofStep['name'], computed: Uint8Array, expected: string): ProofStep => ({
    name,
    computed: toHex(computed),
    expected,
    holds: equalBytes(computed, fromHex(expected)),
  })
  const steps: ProofStep[] = [
    { name: 'file', computed: fileSha256, expected: bundle.sha256, holds: fileSha256 === bundle.sha256 },
    step('fields', fields, bundle.fields),
    step('leaf', leaf, bundle.leaf_hash),
    {
      name: 'path',
      computed: String(bundle.proof.length),
      expected: String(depth ?? 'none'),
      holds: bundle.proof.length === depth,
    },
    step('root', root, bundle.tree.root),
  ]
  const holds = steps.every((item) => item.holds)
  const isOfOther = fileSha256 !== bundle.sha256
  const isConsistent = isOfOther ? recomputeProof(bundle, bundle.sha256).holds : holds
  return { steps, path: path.map(toHex), holds, isConsistent }
}

/** How many siblings lead from a leaf to the root; `undefined` when the tree has no such leaf. */
export function leafDepth(leafCount: number, leafIndex: number): number | undefined {
  if (leafIndex < 0 || leafIndex >= leafCount) return undefined
  // The tree is a single array with its leaves at the end in reverse; node `i` has the children `2i + 1` and `2i + 2`.
  return Math.floor(Math.log2(2 * leafCount - 1 - leafIndex))
}
