import { SimpleMerkleTree } from '@openzeppelin/merkle-tree'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toHex } from '#lib/domain/proof/leaf'
import { buildTree, climb, equalBytes, proofOf, rootOf } from '#lib/domain/proof/merkle'

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 })
const leaves = fc.array(hash, { minLength: 1, maxLength: 70 })

describe('a tree', () => {
  test('has the roots and proofs of OpenZeppelin', () => {
    fc.assert(
      fc.property(leaves, (input) => {
        const tree = buildTree(input)
        const oracle = SimpleMerkleTree.of(input.map(toHex), { sortLeaves: false })
        expect(toHex(rootOf(tree))).toBe(oracle.root)
        input.forEach((_, index) => {
          expect(proofOf(tree, index).map(toHex)).toEqual(oracle.getProof(index))
        })
      }),
      { numRuns: 40 },
    )
  })

  test('every proof climbs to the root and is no longer than the bound', () => {
    fc.assert(
      fc.property(leaves, (input) => {
        const tree = buildTree(input)
        input.forEach((leaf, index) => {
          const proof = proofOf(tree, index)
          expect(proof.length).toBeLessThanOrEqual(Math.ceil(Math.log2(input.length)))
          expect(equalBytes(climb(leaf, proof).at(-1)!, rootOf(tree))).toBe(true)
        })
      }),
      { numRuns: 60 },
    )
  })

  test('one flipped bit in leaf or proof misses the root', () => {
    fc.assert(
      fc.property(leaves, fc.nat(), fc.nat({ max: 7 }), fc.nat(), (input, pick, bit, place) => {
        const tree = buildTree(input)
        const index = pick % input.length
        const chain = [input[index]!, ...proofOf(tree, index)].map((item) => item.slice())
        const target = chain[place % chain.length]!
        target[place % 32]! ^= 1 << bit
        const [leaf, ...proof] = chain
        expect(equalBytes(climb(leaf!, proof).at(-1)!, rootOf(tree))).toBe(false)
      }),
    )
  })

  test('refuses no leaves, short leaves and an index outside', () => {
    expect(() => buildTree([])).toThrow(RangeError)
    expect(() => buildTree([new Uint8Array(31)])).toThrow(RangeError)
    expect(() => proofOf(buildTree([new Uint8Array(32)]), 1)).toThrow(RangeError)
  })
})
