import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hashFields, leafOf, leafSpec, toHex } from '#lib/domain/proof/leaf'
import { buildTree, proofOf, rootOf } from '#lib/domain/proof/merkle'
import { type Hex, leafDepth, type ProofBundle, recomputeProof } from '#lib/domain/proof/proof'

const zero = `0x${'0'.repeat(64)}` as const

function bundleOf(files: Uint8Array[], leafIndex: number): ProofBundle {
  const captures = files.map((file, index) => ({
    captureSha256: sha256(file),
    salt: sha256(new Uint8Array([index % 256, index >> 8])),
    geohash: 'u4pruy',
    capturedAtMs: Date.UTC(2026, 2, 4, 14, 5, 9) + index * 1_000,
  }))
  const tree = buildTree(captures.map(leafOf))
  const capture = captures[leafIndex]!
  return {
    version: 1,
    sha256: bytesToHex(capture.captureSha256),
    salt: toHex(capture.salt),
    fields: toHex(hashFields(capture)),
    geohash: capture.geohash,
    captured_at: new Date(capture.capturedAtMs).toISOString().replace('.000Z', 'Z'),
    leaf_index: leafIndex,
    leaf_hash: toHex(leafOf(capture)),
    proof: proofOf(tree, leafIndex).map(toHex),
    tree: {
      tree_id: 1,
      leaf_count: files.length,
      root: toHex(rootOf(tree)),
      prev_root: zero,
      leaf_spec: leafSpec,
    },
    attestation: {
      chain_id: 8453,
      uid: zero,
      tx: zero,
      schema_uid: zero,
      attester: `0x${'1'.repeat(40)}`,
      eas: `0x${'2'.repeat(40)}`,
      block: 7,
      time: '2026-03-04T15:00:00Z',
    },
  }
}

const filesAndIndex = fc
  .array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 40 })
  .chain((files) => fc.tuple(fc.constant(files), fc.nat(files.length - 1)))

const failing = (bundle: ProofBundle, file = bundle.sha256) =>
  recomputeProof(bundle, file)
    .steps.filter((step) => !step.holds)
    .map((step) => step.name)

describe('a proof', () => {
  test('verifies for all leaves of trees of any size', () => {
    fc.assert(
      fc.property(filesAndIndex, ([files, index]) => {
        const bundle = bundleOf(files, index)
        const result = recomputeProof(bundle, bundle.sha256)
        expect(result.holds).toBe(true)
        expect(result.path).toHaveLength(bundle.proof.length + 1)
      }),
      { numRuns: 60 },
    )
  })

  test('breaks at the file, and from there up to the root, when one bit of the file differs', () => {
    fc.assert(
      fc.property(filesAndIndex, fc.nat(), fc.nat(7), ([files, index], position, bit) => {
        const bundle = bundleOf(files, index)
        const altered = files[index]!.slice()
        altered[position % altered.length]! ^= 1 << bit
        expect(failing(bundle, bytesToHex(sha256(altered)))).toEqual(['file', 'leaf', 'root'])
      }),
      { numRuns: 60 },
    )
  })

  test('breaks when place, time, salt or a sibling is another one', () => {
    const bundle = bundleOf(
      Array.from({ length: 5 }, (_, i) => new Uint8Array([i])),
      2,
    )
    expect(failing({ ...bundle, geohash: 'u4pruz' })).toEqual(['fields', 'leaf', 'root'])
    expect(failing({ ...bundle, captured_at: '2026-03-04T14:05:10Z' })).toEqual(['fields', 'leaf', 'root'])
    expect(failing({ ...bundle, salt: zero })).toEqual(['fields', 'leaf', 'root'])
    expect(failing({ ...bundle, proof: bundle.proof.with(1, zero) })).toEqual(['root'])
  })

  test('that is compared with another file is still consistent, unless it was altered too', () => {
    const bundle = bundleOf([new Uint8Array([1]), new Uint8Array([2])], 0)
    const other = bytesToHex(sha256(new Uint8Array([3])))
    const isConsistent = (proof: ProofBundle) => recomputeProof(proof, other).isConsistent
    expect(isConsistent(bundle)).toBe(true)
    expect(isConsistent({ ...bundle, salt: zero })).toBe(false)
    expect(isConsistent({ ...bundle, sha256: 'ab'.repeat(32) })).toBe(false)
    expect(recomputeProof({ ...bundle, salt: zero }, bundle.sha256).isConsistent).toBe(false)
  })

  test('does not rest on the hashes it names: a forged leaf hash changes nothing above it', () => {
    const bundle = bundleOf([new Uint8Array([1]), new Uint8Array([2])], 0)
    expect(failing({ ...bundle, leaf_hash: zero, fields: zero })).toEqual(['fields', 'leaf'])
  })

  test('of another length than its leaf lies deep is refused', () => {
    const bundle = bundleOf([new Uint8Array([1]), new Uint8Array([2])], 0)
    const root = recomputeProof({ ...bundle, proof: [...bundle.proof, zero] }, bundle.sha256).path.at(-1)!
    const longer = { ...bundle, proof: [...bundle.proof, zero as Hex], tree: { ...bundle.tree, root } }
    expect(failing(longer)).toEqual(['path'])
  })

  test('of an unknown leaf format is refused without a verdict', () => {
    const bundle = bundleOf([new Uint8Array([1])], 0)
    expect(() =>
      recomputeProof({ ...bundle, tree: { ...bundle.tree, leaf_spec: zero } }, bundle.sha256),
    ).toThrow(RangeError)
  })
})

test('the depth of a leaf is the length of its proof, and an index outside the tree has no depth', () => {
  for (let count = 1; count <= 70; count++) {
    const tree = buildTree(Array.from({ length: count }, (_, i) => sha256(new Uint8Array([i]))))
    for (let index = 0; index < count; index++)
      expect(leafDepth(count, index)).toBe(proofOf(tree, index).length)
    expect(leafDepth(count, count)).toBeUndefined()
  }
})
