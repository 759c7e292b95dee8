import { expect, test } from 'vitest'
import { otherPackages } from '#testing/upgrade/old-version'

const lock = (packages: Record<string, string>) =>
  JSON.stringify({
    packages: Object.fromEntries([
      ['', { version: '1.0.0' }],
      ...Object.entries(packages).map(([path, version]) => [
        `node_modules/${path}`,
        { version, integrity: `hash of ${path} ${version}` },
      ]),
    ]),
  })

test('a version can be tried if all its packages are installed, and is told which are not', () => {
  const old = lock({ zod: '4.0.0', 'next/node_modules/postcss': '8.0.0' })
  expect(otherPackages(old, old)).toEqual([])
  expect(
    otherPackages(old, lock({ zod: '4.0.0', 'next/node_modules/postcss': '8.0.0', minisearch: '7.2.0' })),
  ).toEqual([])
  expect(otherPackages(old, lock({ zod: '4.1.0', 'next/node_modules/postcss': '8.0.0' }))).toEqual([
    'zod 4.0.0',
  ])
  expect(otherPackages(old, lock({ zod: '4.0.0' }))).toEqual(['postcss 8.0.0'])
})
