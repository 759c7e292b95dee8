import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { trustListSource } from '#lib/cli/build/update-trust-list'
import { trustAnchors, trustListDate, trustLists } from '#lib/domain/proof/trust-list'

const sample = join(import.meta.dirname, '../../../../shared/samples/c2pa/C2PA-TRUST-LIST.pem')

test('the pinned list is the official one of its date', () => {
  const pem = readFileSync(sample, 'utf8')
  expect(trustListDate).toBe('2026-08-21')
  expect(trustLists[0]?.sha256).toBe(createHash('sha256').update(pem).digest('hex'))
  const lines = (text: string) => text.split('\n').filter((line) => /^[A-Za-z0-9+/=]{20,}$/.test(line))
  expect(lines(trustAnchors)).toEqual(lines(pem))
})

test('a list without certificates, or with one that cannot be read, is refused', () => {
  const made = (pem: string) => () => trustListSource({ lists: [{ name: 'list', pem }], date: '2026-01-01' })
  expect(made('<html>not found</html>')).toThrow('list has no certificate')
  expect(made('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----')).toThrow()
})

test('nothing but certificates of a list becomes source code', () => {
  const pem = `\${process.exit()} \`\n${readFileSync(sample, 'utf8')}`
  const source = trustListSource({ lists: [{ name: 'list', pem }], date: '2026-01-01' })
  expect(source).not.toContain('process.exit')
})
