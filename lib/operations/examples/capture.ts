import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { hashFields, hashLeaf, leafSpec, toHex } from '#lib/domain/proof/leaf'
import { buildTree, proofOf, rootOf } from '#lib/domain/proof/merkle'
import { type ProofBundle, proofVersion } from '#lib/domain/proof/proof'

/**
 * The capture of all examples. The capture is made up, but its hashes are computed from the file's text and the salt by the code
 * that proves real captures, so that authors of a checker can compare each step.
 */
export const exampleFile = 'A photograph of the Eiffel Tower'

const file = sha256(utf8ToBytes(exampleFile))
const salt = keccak_256(utf8ToBytes('salt of the example'))
const geohash = 'u09tun'
const capturedAt = '2026-11-18T09:30:00Z'
const fields = hashFields({ salt, geohash, capturedAtMs: Date.parse(capturedAt) })
const leaf = hashLeaf(file, fields)
const leafIndex = 1
const leaves = [
  keccak_256(utf8ToBytes('leaf 0 of the example')),
  leaf,
  keccak_256(utf8ToBytes('leaf 2 of the example')),
  keccak_256(utf8ToBytes('leaf 3 of the example')),
]
const tree = buildTree(leaves)
const madeUp = (what: string) => toHex(keccak_256(utf8ToBytes(what)))

export const exampleProof: ProofBundle = {
  version: proofVersion,
  sha256: bytesToHex(file),
  salt: toHex(salt),
  fields: toHex(fields),
  geohash,
  captured_at: capturedAt,
  leaf_index: leafIndex,
  leaf_hash: toHex(leaf),
  proof: proofOf(tree, leafIndex).map(toHex),
  tree: {
    tree_id: 7,
    leaf_count: leaves.length,
    root: toHex(rootOf(tree)),
    prev_root: madeUp('root of the tree before'),
    leaf_spec: leafSpec,
  },
  attestation: {
    chain_id: 8453,
    uid: madeUp('uid of the example'),
    tx: madeUp('transaction of the example'),
    schema_uid: madeUp('schema of the example'),
    attester: '0x1111111111111111111111111111111111111111',
    eas: '0x4200000000000000000000000000000000000021',
    block: 41_203_118,
    time: '2026-11-18T09:41:07Z',
  },
}

export const exampleTree = {
  ...exampleProof.tree,
  attestation: exampleProof.attestation,
  leaves: leaves.map(toHex),
}

const { attestation } = exampleProof

export const exampleObservation = {
  observation_id: exampleProof.sha256,
  provenance_hash: `sha256:${exampleProof.sha256}`,
  geohash,
  captured_at: capturedAt,
  anchor: {
    chain_id: attestation.chain_id,
    tree_id: exampleProof.tree.tree_id,
    leaf_hash: exampleProof.leaf_hash,
    root: exampleProof.tree.root,
    attest_uid: attestation.uid,
    attest_tx: attestation.tx,
    eas_url: `https://base.easscan.org/attestation/view/${attestation.uid}`,
    viewer_url: `https://cairn.example/trees/${exampleProof.tree.tree_id}?leaf=${exampleProof.leaf_hash}`,
  },
}
