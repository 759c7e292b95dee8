import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readDependencies, unreviewed, writeSecurity } from '#lib/sandbox/list-dependencies'

const written = readFileSync(new URL('../../SECURITY.md', import.meta.url), 'utf8')

test('SECURITY.md lists licence and install script of every production dependency as it is (npm run dependencies:list)', () => {
  expect(writeSecurity(written, readDependencies())).toBe(written)
  expect(unreviewed(readDependencies())).toEqual([])
  for (const name of ['next', 'viem', '@aws-sdk/client-kms', 'sharp']) expect(written).toContain(`${name} `)
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
