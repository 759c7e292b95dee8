import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import openLibrary from 'libheif-js/libheif-wasm/libheif.js'
import { type HeifPixels, withHeifPixels } from '#lib/domain/film/heif'
import { collectCells, lumaOf } from '#lib/domain/film/picture-cells'

// node --conditions=react-server heif.ts NAME OUTPUT… Decodes untrusted HEIF photographs and writes the gray cells of each as bytes. It runs
// in a sandbox, in a folder with copies of the files. The first photograph that cannot be decoded ends it.

/** Phones take photographs of 200 megapixels. */
const maxPixels = 210_000_000
const binary = createRequire(import.meta.url).resolve('libheif-js/libheif-wasm/libheif.wasm')
const library = openLibrary({ wasmBinary: readFileSync(binary) })

const names = process.argv.slice(2)
for (let at = 0; at < names.length; at += 2)
  writeFileSync(
    names[at + 1]!,
    withHeifPixels({ library, file: readFileSync(names[at]!), maxPixels, use: grayCells }),
  )

function grayCells({ width, height, stride, data }: HeifPixels): Uint8Array {
  const collected = collectCells({ width, height })
  for (let y = 0; y < height; y++)
    collected.addRows(lumaOf(data.subarray(y * stride, y * stride + 4 * width)), y)
  return Uint8Array.from(collected.cells(), Math.round)
}
