import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compressScripts } from '#lib/cli/build/compress-scripts'

const script = await readFile(import.meta.filename)
const debugBuild = 'maplibre-gl-dev.2i4yz2.mjs'
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-compress-'))
  await mkdir(join(folder, 'chunks'))
  for (const name of ['chunks/page.js', 'style.css', 'decoder.wasm', 'font.woff2', 'page.js.map', debugBuild])
    await writeFile(join(folder, name), script)
  await writeFile(join(folder, 'tiny.js'), 'tiny()')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('each script, style sheet and WebAssembly that a page may load gets a copy that is smaller than gzip makes it, and has the same content', async () => {
  expect((await compressScripts(folder)).sort()).toEqual([
    'chunks/page.js.br',
    'decoder.wasm.br',
    'style.css.br',
  ])
  const copy = await readFile(join(folder, 'chunks/page.js.br'))
  expect(brotliDecompressSync(copy)).toEqual(script)
  expect(copy.length).toBeLessThan(gzipSync(script, { level: 9 }).length)
})

test('a second run compresses no copies', async () => {
  await compressScripts(folder)
  const before = (await readdir(folder, { recursive: true })).sort()
  await compressScripts(folder)
  expect((await readdir(folder, { recursive: true })).sort()).toEqual(before)
})
