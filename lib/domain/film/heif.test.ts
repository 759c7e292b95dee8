import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import openLibrary from 'libheif-js/libheif-wasm/libheif.js'
import { expect, test } from 'vitest'
import { withHeifPixels } from './heif.ts'

const binary = createRequire(import.meta.url).resolve('libheif-js/libheif-wasm/libheif.wasm')
const library = openLibrary({ wasmBinary: readFileSync(binary) })
/** A photograph of 12 megapixels. Its pixels are stored rotated by 90°, and its header tells viewers to turn them. */
const photograph = readFileSync(join(import.meta.dirname, '../../../testing/heif/arrow.heic'))
const sizeOf = (file: Uint8Array, maxPixels: number) =>
  withHeifPixels({ library, file, maxPixels, use: ({ width, height }) => [width, height] })

test('a photograph is decoded upright', () => {
  expect(sizeOf(photograph, 20_000_000)).toEqual([3_024, 4_032])
})

test('a photograph with more pixels than allowed is not decoded, and the next one is', () => {
  expect(() => sizeOf(photograph, 12_000_000)).toThrow(/exceeds the maximum image size/)
  expect(sizeOf(photograph, 3_024 * 4_032)).toEqual([3_024, 4_032])
})

test('a damaged photograph is an error that the library explains', () => {
  expect(() => sizeOf(photograph.subarray(0, 2_000), 20_000_000)).toThrow(/Invalid input/)
  expect(() => sizeOf(Buffer.from('no picture'), 20_000_000)).toThrow(/Invalid input/)
})
