import { expect, test } from 'vitest'
import { declaredLength } from './declared-length.ts'

const lengthOf = (...bytes: number[]) => declaredLength(new DataView(Uint8Array.from(bytes).buffer))
const riff = [0x52, 0x49, 0x46, 0x46]
const ebml = [0x1a, 0x45, 0xdf, 0xa3]
const segment = [0x18, 0x53, 0x80, 0x67]
const zeros = (count: number) => Array<number>(count).fill(0)

test('an AVI declares the length of what follows its first eight bytes', () => {
  expect(lengthOf(...riff, 0x10, 0x20, 0, 0)).toBe(8 + 0x2010)
})

test('a WebM or Matroska file ends with its segment', () => {
  expect(lengthOf(...ebml, 0x82, 0, 0, ...segment, 0x81)).toBe(7 + 5 + 1)
  // Sizes of eight bytes, as most programs write them.
  expect(lengthOf(...ebml, 0x01, ...zeros(6), 3, ...zeros(3), ...segment, 0x01, ...zeros(4), 1, 0, 0)).toBe(
    15 + 12 + 65_536,
  )
})

test.each([
  ['an AVI that was recorded without an end', [...riff, 0, 0, 0, 0]],
  ['a WebM that was streamed', [...ebml, 0x80, ...segment, 0xff]],
  ['a WebM that was streamed, with a long size', [...ebml, 0x80, ...segment, 0x01, ...Array(7).fill(0xff)]],
  ['another element before the segment', [...ebml, 0x80, 0xec, 0x80, ...zeros(8)]],
  ['a head that ends early', [...ebml, 0x42]],
  ['a size of more bytes than there are', [...ebml, 0x00, ...zeros(20)]],
  ['no file', []],
])('%s declares no length', (_, bytes) => {
  expect(lengthOf(...bytes)).toBeUndefined()
})
