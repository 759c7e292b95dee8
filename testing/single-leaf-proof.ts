import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { hashFields, leafOf, leafSpec, toHex } from '#lib/domain/proof/leaf'
import type { Hex, ProofBundle } from '#lib/domain/proof/proof'

/** A hex string of one repeated digit. */
export const filled = (digit: string, length: number): Hex => `0x${digit.repeat(length)}`
const zero = filled('0', 64)

/**
 * The proof of a capture that is the only leaf of its tree, so that the leaf is the root.
 *
 * @param attestation the members that a test depends on
 */
export function singleLeafProof(
  bytes: Uint8Array,
  attestation: Partial<ProofBundle['attestation']> = {},
): ProofBundle {
  const capture = {
    captureSha256: sha256(bytes),
    salt: new Uint8Array(32),
    geohash: 'u4pruy',
    capturedAtMs: Date.UTC(2026, 2, 4, 14, 5, 9),
  }
  const leaf = toHex(leafOf(capture))
  return {
    version: 1,
    sha256: bytesToHex(capture.captureSha256),
    salt: toHex(capture.salt),
    fields: toHex(hashFields(capture)),
    geohash: capture.geohash,
    captured_at: '2026-03-04T14:05:09Z',
    leaf_index: 0,
    leaf_hash: leaf,
    proof: [],
    tree: { tree_id: 1, leaf_count: 1, root: leaf, prev_root: zero, leaf_spec: leafSpec },
    attestation: {
      chain_id: 8453,
      uid: zero,
      tx: zero,
      schema_uid: zero,
      block: 7,
      time: '2026-03-04T15:00:00Z',
      attester: filled('1', 40),
      eas: filled('2', 40),
      ...attestation,
    },
  }
}
