import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const manifest = JSON.parse(read('public/manifest.webmanifest'))
const tokens = read('app/tokens.css')
const tokenOf = (name: string) => new RegExp(`--${name}: (light-dark\\(.+?\\));`).exec(tokens)![1]!
const lightOf = (name: string) => /#\w+/.exec(tokenOf(name))![0]

test('the installed app has the colours of the pages', () => {
  expect(manifest.theme_color).toBe(lightOf('ground'))
  expect(manifest.background_color).toBe(lightOf('ground'))
  const offline = read('public/offline.html')
  for (const name of ['ground', 'ink', 'soft']) expect(offline, name).toContain(tokenOf(name))
})

test('each icon of the installed app exists in its size', () => {
  const icons: { src: string; sizes: string; type: string }[] = manifest.icons
  expect(icons.length).toBeGreaterThan(2)
  for (const { src, sizes, type } of icons) {
    const bytes = readFileSync(join(root, 'public', src))
    if (type === 'image/svg+xml') expect(bytes.toString()).toContain('<svg')
    // Width and height are the first fields of a PNG.
    else expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
  }
})

test('the service worker stores one page and nothing else', () => {
  const worker = read('public/board-worker.js')
  expect(worker.match(/cache\.\w+/g)).toEqual(['cache.add'])
  expect(worker).not.toMatch(/\.put\(|\.addAll\(|indexedDB/)
})
