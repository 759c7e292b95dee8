import { createHash, X509Certificate } from 'node:crypto'
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
  expect(lines(trustAnchors.signers)).toEqual(lines(pem))
})

test('the pinned list of time stamps has the authorities that are no signers', () => {
  const certificates = trustAnchors.timeStamps.split(/(?<=-----END CERTIFICATE-----\n)/).filter(Boolean)
  const names = certificates.map((pem) => /CN=(.*)/.exec(new X509Certificate(pem).subject)![1])
  expect(trustLists[1]).toMatchObject({ name: 'C2PA-TSA-TRUST-LIST.pem', certificates: 22 })
  expect(names).toEqual([
    'Google C2PA Core Time-Stamping ICA G3',
    'Google C2PA Pixel Time-Stamping ICA G3',
    'DigiCert RSA4096 TSA ICA for C2PA G1',
    'DigiCert ECC P384 TSA ICA for C2PA G1',
    'Snowball ECC P384 TSA ICA for C2PA G1',
    'Encypher C2PA TSA Issuing CA 2026',
  ])
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
