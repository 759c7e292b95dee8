import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundled, readDependencies, unreviewed, writeSecurity } from '#lib/cli/build/list-dependencies'

const written = readFileSync(new URL('../../../SECURITY.md', import.meta.url), 'utf8')

test('SECURITY.md lists the licence and install script of every production dependency (npm run dependencies:list)', () => {
  expect(writeSecurity(written, readDependencies())).toBe(written)
  expect(unreviewed(readDependencies())).toEqual([])
  for (const name of ['next', 'maplibre-gl', 'viem', '@aws-sdk/client-kms', 'sharp'])
    expect(written).toContain(`${name} `)
})

test('a licence or an install script that nobody has looked at is named', () => {
  const added = { version: '1.0.0', optional: false, license: 'MIT', hasScript: false }
  expect(
    unreviewed([
      { ...added, name: 'fine' },
      { ...added, name: 'either', license: '(AGPL-3.0-only OR MIT)' },
      { ...added, name: 'both', license: 'MIT AND AGPL-3.0-only' },
      { ...added, name: 'unsaid', license: 'none given' },
      { ...added, name: 'builds', hasScript: true },
    ]),
  ).toEqual(['both: licence MIT AND AGPL-3.0-only', 'unsaid: licence none given', 'builds: install script'])
})

test('every development dependency that pages import is listed as bundled', () => {
  const root = join(import.meta.dirname, '../../..')
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  const pages = globSync('{app,components,lib/client}/**/*.{ts,tsx,css}', { cwd: root })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
  const imported = Object.keys(devDependencies).filter((name) =>
    pages.some((text) => new RegExp(`(from|import) ?\\(?'${name}['/]`).test(text)),
  )
  expect(imported.length).toBeGreaterThan(5)
  // The first is only for the build, the second appears only in the text of an example.
  const others = ['tailwindcss', '@x402/fetch']
  expect(imported.filter((name) => !bundled.includes(name) && !others.includes(name))).toEqual([])
})
