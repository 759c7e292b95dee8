import fc from 'fast-check'
import { encodeAbiParameters, keccak256, parseAbiParameters, stringToHex, toBytes } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  fromHex,
  hashFields,
  hashLeaf,
  type LeafInput,
  leafOf,
  leafSpec,
  toHex,
} from '#lib/domain/proof/leaf'

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 })
const geohash = fc
  .array(fc.constantFrom(...'0123456789bcdefghjkmnpqrstuvwxyz'), { minLength: 6, maxLength: 6 })
  .map((characters) => characters.join(''))
const input: fc.Arbitrary<LeafInput> = fc.record({
  captureSha256: hash,
  salt: hash,
  geohash,
  capturedAtMs: fc.maxSafeNat(),
})

/** The same leaf through a general ABI encoder, as the contract's compiler lays it out. */
function leafByAbi(leaf: LeafInput): string {
  const fields = keccak256(
    encodeAbiParameters(parseAbiParameters('bytes32,bytes32,bytes6,uint64'), [
      keccak256(toBytes('CaptureFields(bytes32 salt,bytes6 geohash6,uint64 capturedAtMs)')),
      toHex(leaf.salt),
      stringToHex(leaf.geohash),
      BigInt(leaf.capturedAtMs),
    ]),
  )
  return keccak256(
    keccak256(
      encodeAbiParameters(parseAbiParameters('bytes32,bytes32,bytes32'), [
        keccak256(toBytes('CaptureLeaf(bytes32 captureSha256,bytes32 fields)')),
        toHex(leaf.captureSha256),
        fields,
      ]),
    ),
  )
}

describe('a leaf', () => {
  test('is what abi.encode and keccak256 give', () => {
    fc.assert(
      fc.property(input, (leaf) => {
        expect(toHex(leafOf(leaf))).toBe(leafByAbi(leaf))
      }),
    )
  })

  test('never changes: a known capture always has this leaf', () => {
    const leaf = {
      captureSha256: new Uint8Array(32).fill(0x11),
      salt: new Uint8Array(32).fill(0x22),
      geohash: 'u33dbb',
      capturedAtMs: Date.UTC(2026, 4, 1, 12, 0, 0),
    }
    expect(leafSpec).toBe('0xf6f83f8ea3d20659477d86ddce3227265a3a2dc32b99ff036dfcd198277288a0')
    expect(toHex(hashFields(leaf))).toBe('0xc4a27137fc73fc6d2b4b8133de075787e1dad495b8b2b4c5f65368f99cb55618')
    expect(toHex(leafOf(leaf))).toBe('0xac75099edd8d88efe38a939d8307e3b2bfee4bf1fe683ac368bffa94174894aa')
  })

  test('changes with each of its parts', () => {
    fc.assert(
      fc.property(input, input, (a, b) => {
        for (const part of ['captureSha256', 'salt', 'geohash', 'capturedAtMs'] as const) {
          fc.pre(String(a[part]) !== String(b[part]))
          expect(toHex(leafOf({ ...a, [part]: b[part] }))).not.toBe(toHex(leafOf(a)))
        }
      }),
    )
  })

  test('of a file alone needs no place and time', () => {
    fc.assert(
      fc.property(input, (leaf) => {
        expect(hashLeaf(leaf.captureSha256, hashFields(leaf))).toEqual(leafOf(leaf))
      }),
    )
  })

  test.each<[string, Partial<LeafInput>]>([
    ['a short salt', { salt: new Uint8Array(31) }],
    ['a long file hash', { captureSha256: new Uint8Array(33) }],
    ['a finer geohash', { geohash: 'u33dbbc' }],
    ['a coarser geohash', { geohash: 'u33db' }],
    ['a letter outside the alphabet', { geohash: 'u33dba' }],
    ['upper case', { geohash: 'U33DBB' }],
    ['a time before 1970', { capturedAtMs: -1 }],
    ['half a millisecond', { capturedAtMs: 0.5 }],
    ['no time', { capturedAtMs: Number.NaN }],
  ])('refuses %s', (_, part) => {
    const leaf = {
      captureSha256: new Uint8Array(32),
      salt: new Uint8Array(32),
      geohash: 'u33dbb',
      capturedAtMs: 0,
    }
    expect(() => leafOf({ ...leaf, ...part })).toThrow(RangeError)
  })
})

test('bytes and hex go both ways, with or without 0x', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      expect(fromHex(toHex(bytes))).toEqual(bytes)
      expect(fromHex(toHex(bytes).slice(2))).toEqual(bytes)
    }),
  )
  expect(() => fromHex('0x0')).toThrow()
  expect(() => fromHex('zz')).toThrow()
})
