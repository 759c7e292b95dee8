import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchCredentialMark } from '#lib/domain/proof/credential-mark'

const bytes = fc.uint8Array({ maxLength: 40 }).map((array) => {
  // Many beginnings of the mark, and no whole one.
  const near = array.map((byte) => [0x63, 0x32, 0x70, 0x61, byte][byte % 5]!)
  return Buffer.from(near.toString().includes('99,50,112,97') ? [] : near)
})
/** The file in pieces of the given sizes, and its rest. */
const inPieces = (file: Uint8Array, sizes: readonly number[]) => {
  const pieces: Uint8Array[] = []
  let at = 0
  for (const size of [...sizes, file.length]) {
    pieces.push(file.subarray(at, at + size))
    at += size
  }
  return pieces
}
const isFoundIn = (pieces: readonly Uint8Array[]) => {
  const search = searchCredentialMark()
  return pieces.map((piece) => search(piece)).at(-1)
}
const sizes = fc.array(fc.nat({ max: 5 }), { maxLength: 20 })

test('the mark is found at any position and in slices of any size, and only the mark is found', () => {
  fc.assert(
    fc.property(bytes, bytes, sizes, (before, after, cuts) => {
      const marked = Buffer.concat([before, Buffer.from('c2pa'), after])
      expect(isFoundIn(inPieces(marked, cuts))).toBe(true)
      const whole = Buffer.concat([before, after])
      expect(isFoundIn(inPieces(whole, cuts))).toBe(whole.includes('c2pa'))
    }),
  )
})

test('an empty file has none', () => {
  expect(isFoundIn([new Uint8Array()])).toBe(false)
})
