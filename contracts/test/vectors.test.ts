import { expect, test } from 'vitest'
import { hashFields, hashLeaf, toHex } from '#lib/domain/proof/leaf'
import { buildTree, proofOf, rootOf } from '#lib/domain/proof/merkle'

const geohashes = ['u09tvw', 'ezs42e', '000000', 'zzzzzz', 'u09tvy', 'r3gx2f', '9q8yyk']

/** 32 bytes that differ from case to case. */
const filled = (seed: number) => Uint8Array.from({ length: 32 }, (_, index) => (seed * 41 + index * 7) % 256)

test('the vectors the contract tests read are what the service computes', async () => {
  const captures = geohashes.map((geohash, index) => ({
    captureSha256: filled(index + 1),
    salt: filled(index + 101),
    geohash,
    capturedAtMs: 1_795_190_400_000 + index * 61_000,
  }))
  const leaves = captures.map((capture) => hashLeaf(capture.captureSha256, hashFields(capture)))
  const tree = buildTree(leaves)
  const vector = {
    root: toHex(rootOf(tree)),
    leafCount: leaves.length,
    captures: captures.map((capture, index) => ({
      captureSha256: toHex(capture.captureSha256),
      salt: toHex(capture.salt),
      geohash6: toHex(new TextEncoder().encode(capture.geohash)),
      capturedAtMs: capture.capturedAtMs,
      fields: toHex(hashFields(capture)),
      leaf: toHex(leaves[index]!),
      proof: proofOf(tree, index).map(toHex),
    })),
  }
  await expect(`${JSON.stringify(vector, null, 2)}\n`).toMatchFileSnapshot('vectors/anchor.json')
})
