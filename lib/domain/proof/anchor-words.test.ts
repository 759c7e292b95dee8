import fc from 'fast-check'
import { encodeAbiParameters, parseAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import { anchorSchema, readAnchorWords } from '#lib/domain/proof/anchor-words'

const hash = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}` as const)
const parameters = parseAbiParameters(
  'bytes32 root,uint64 treeId,uint32 leafCount,bytes32 prevRoot,bytes32 leafSpec',
)

test('the data of an attestation is decoded to the values that were encoded', () => {
  fc.assert(
    fc.property(hash, fc.nat(), fc.nat(), hash, hash, (root, treeId, leafCount, prevRoot, leafSpec) => {
      const data = encodeAbiParameters(parameters, [root, BigInt(treeId), leafCount, prevRoot, leafSpec])
      const words = readAnchorWords(data)
      expect(words.map(({ value }) => value)).toEqual([root, `${treeId}`, `${leafCount}`, prevRoot, leafSpec])
      expect(`0x${words.map(({ word }) => word).join('')}`).toBe(data)
      expect(words.map(({ offset }) => offset)).toEqual([0, 32, 64, 96, 128])
      expect(words.map(({ type, name }) => `${type} ${name}`).join(',')).toBe(anchorSchema)
      expect(() => readAnchorWords(data.slice(0, -2))).toThrow(RangeError)
      expect(() => readAnchorWords(`${data}00`)).toThrow(RangeError)
    }),
  )
})
