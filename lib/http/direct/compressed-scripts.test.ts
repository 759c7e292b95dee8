import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compressScripts } from '#lib/cli/build/compress-scripts'
import { createCompressedScripts } from '#lib/http/direct/compressed-scripts'

const script = `export const words = ${JSON.stringify('to be compressed '.repeat(100))}`
let folder: string
let ask: (options: { path?: string; method?: string; headers?: Record<string, string> }) => Promise<{
  status: number
  headers: Record<string, unknown>
  body: Buffer
}>
let close: () => void

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-scripts-'))
  mkdirSync(join(folder, 'chunks'))
  for (const name of [
    'chunks/page.js',
    'chunks/style.css',
    'chunks/worker.mjs',
    'chunks/decoder.wasm',
    'chunks/font.woff2',
  ])
    writeFileSync(join(folder, name), script)
  writeFileSync(join(folder, 'chunks/tiny.js'), 'tiny()')
  expect((await compressScripts(folder)).sort()).toEqual([
    'chunks/decoder.wasm.br',
    'chunks/page.js.br',
    'chunks/style.css.br',
    'chunks/worker.mjs.br',
  ])
  const answers = createCompressedScripts(folder)
  const server = createServer((request, response) => {
    if (!answers(request, response)) response.writeHead(404).end('by the framework')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  close = () => server.close()
  // `fetch` would tidy some paths, and decode the answer.
  ask = async ({ path = '/_next/static/chunks/page.js', method = 'GET', headers = {} }) => {
    const outgoing = send({ host: '127.0.0.1', port, path, method, headers }).end()
    const [incoming] = await once(outgoing, 'response')
    const body = Buffer.concat(await incoming.toArray())
    return { status: incoming.statusCode, headers: incoming.headers, body }
  }
})
afterEach(() => {
  close()
  rmSync(folder, { recursive: true, force: true })
})

const brotli = { 'accept-encoding': 'gzip, deflate, br, zstd' }

test.each([
  ['page.js', 'application/javascript; charset=UTF-8'],
  ['worker.mjs', 'application/javascript; charset=UTF-8'],
  ['style.css', 'text/css; charset=UTF-8'],
  ['decoder.wasm', 'application/wasm'],
])('%s arrives compressed with Brotli, and browsers may cache it for good', async (name, type) => {
  const { status, headers, body } = await ask({ path: `/_next/static/chunks/${name}`, headers: brotli })
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': type,
    'content-encoding': 'br',
    'content-length': String(body.length),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
  })
  expect(brotliDecompressSync(body).toString()).toBe(script)
  expect(readFileSync(join(folder, `chunks/${name}.br`))).toEqual(body)
})

test('an answer to HEAD has the header of the answer to GET, and no body', async () => {
  const [get, head] = [await ask({ headers: brotli }), await ask({ method: 'HEAD', headers: brotli })]
  expect(head.headers['content-length']).toBe(get.headers['content-length'])
  expect(head.body).toHaveLength(0)
})

test.each([
  ['without Brotli', { headers: { 'accept-encoding': 'gzip' } }],
  ['that names no encodings', { headers: {} }],
  ['that forbids Brotli', { headers: { 'accept-encoding': 'br;q=0, gzip' } }],
  ['for a range', { headers: { ...brotli, range: 'bytes=0-9' } }],
  ['of another method', { method: 'POST', headers: brotli }],
  ['for a file that is not compressed', { path: '/_next/static/chunks/tiny.js', headers: brotli }],
  ['for a font', { path: '/_next/static/chunks/font.woff2', headers: brotli }],
  ['for a missing file', { path: '/_next/static/chunks/none.js', headers: brotli }],
  ['outside the folder', { path: '/_next/static/../static/chunks/page.js', headers: brotli }],
  ['for another path', { path: '/chunks/page.js', headers: brotli }],
])('a request %s is left to the framework', async (_, options) => {
  expect((await ask(options)).body.toString()).toBe('by the framework')
})

test('a weighted Brotli is accepted', async () => {
  const { headers } = await ask({ headers: { 'accept-encoding': 'gzip;q=0.5, br;q=0.9' } })
  expect(headers['content-encoding']).toBe('br')
})

test('without a build, everything is left to the framework', () => {
  const answers = createCompressedScripts(join(folder, 'none'))
  expect(answers({ url: '/_next/static/chunks/page.js', headers: brotli } as never, {} as never)).toBe(false)
})
