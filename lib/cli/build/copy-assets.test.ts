import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { copyAssets } from '#lib/cli/build/copy-assets'

const root = mkdtempSync(join(tmpdir(), 'cairn-assets-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

test('the standalone server gets what browsers load, and no copy of the settings', () => {
  write('.env', 'PORT=1')
  write('public/icon.svg', 'icon')
  write('.next/static/page.js', 'page')
  for (const name of ['server.js', '.env', '.env.production']) write(`.next/standalone/${name}`, name)
  copyAssets(root)
  const server = join(root, '.next/standalone')
  expect(readFileSync(join(server, 'public/icon.svg'), 'utf8')).toBe('icon')
  expect(readFileSync(join(server, '.next/static/page.js'), 'utf8')).toBe('page')
  expect(readdirSync(server).sort()).toEqual(['.next', 'public', 'server.js'])
  expect(readFileSync(join(root, '.env'), 'utf8')).toBe('PORT=1')
})
