import { createHash, X509Certificate } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

// `npm run credentials:trust [-- SIGNERS.pem [TIME-STAMPS.pem] --date YYYY-MM-DD]`: pins the official C2PA trust lists. Without files it
// downloads them; otherwise it reads the files, and the date is that of their publication.

const source = 'https://github.com/c2pa-org/conformance-public/tree/main/trust-list'
const raw = 'https://raw.githubusercontent.com/c2pa-org/conformance-public/main/trust-list'
const names = ['C2PA-TRUST-LIST.pem', 'C2PA-TSA-TRUST-LIST.pem'] as const
const target = join(import.meta.dirname, '../../domain/proof/trust-list.ts')

const certificate = /-----BEGIN CERTIFICATE-----\s[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g

/**
 * The source file of the pinned lists: only the certificates, each parsed, without the text between them.
 *
 * @param lists in the order: signers, time stamps @throws Error if one has no certificate, or one that cannot be parsed
 */
export function trustListSource(input: {
  lists: readonly { name: string; pem: string }[]
  date: string
}): string {
  const lists = input.lists.map(({ name, pem }) => {
    const found = pem.match(certificate) ?? []
    if (found.length === 0) throw new Error(`${name} has no certificate`)
    for (const one of found)
      if (!new X509Certificate(one).ca) throw new Error(`${name} has a certificate that is not of a CA`)
    return { name, sha256: createHash('sha256').update(pem).digest('hex'), found }
  })
  const described = lists.map(
    ({ name, sha256, found }) =>
      `  { name: '${name}', sha256: '${sha256}', certificates: ${found.length} },\n`,
  )
  const [signers = [], ...others] = lists.map(({ found }) => found.map(withoutLabels))
  const timeStamps = others.flat().filter((one) => !signers.includes(one))
  return [
    '// The official C2PA trust lists: the certificates of those who may sign Content Credentials and their time stamps. Written by\n',
    '// `npm run credentials:trust`.\n\n',
    `export const trustListDate = '${input.date}'\n\n`,
    `/** Published at ${source}. */\n`,
    `export const trustLists = [\n${described.join('')}]\n\n`,
    `const signers = [\n${signers.map(quoted).join('')}]\n\n`,
    `const timeStamps = [\n${timeStamps.map(quoted).join('')}]\n\n`,
    'const pemOf = (certificates: readonly string[]) => certificates\n',
    '  .map((der) => ["-----BEGIN CERTIFICATE-----", ...der.match(/.{1,64}/g)!, "-----END CERTIFICATE-----", ""].join("\\n"))\n',
    '  .join("")\n\n',
    '/** PEM. `timeStamps` has the authorities that are not on the list of signers as well. */\n',
    'export const trustAnchors = { signers: pemOf(signers), timeStamps: pemOf(timeStamps) }\n',
  ].join('')
}

const withoutLabels = (pem: string) => pem.replace(/-----[A-Z ]+-----|\s/g, '')
const quoted = (text: string) => `  '${text}',\n`

async function download(name: string): Promise<{ name: string; pem: string }> {
  const response = await fetch(`${raw}/${name}`, { signal: AbortSignal.timeout(30_000) })
  if (!response.ok) throw new Error(`${raw}/${name} answered ${response.status}`)
  return { name, pem: await response.text() }
}

async function main(args: readonly string[]): Promise<void> {
  const at = args.indexOf('--date')
  const files = at === -1 ? args : args.toSpliced(at, 2)
  const today = new Date().toISOString().slice(0, 10)
  const date = at === -1 ? today : String(args[at + 1])
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) throw new Error('--date must be YYYY-MM-DD')
  const lists = await Promise.all(
    files.length === 0
      ? names.map(download)
      : files.map(async (path, index) => ({ name: names[index] ?? path, pem: await readFile(path, 'utf8') })),
  )
  await writeFile(target, trustListSource({ lists, date }))
}

if (import.meta.main) await main(process.argv.slice(2))
