import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { sandboxFacts } from './sandbox-facts.ts'

const { base_url, samples } = sandboxFacts()
const known = createHash('sha256').update(readFileSync(samples[0]!)).digest('hex')

/** With a percent-encoded character, a path means the same and is left to the framework. */
const throughFramework = (path: string) =>
  path.replace(/(?<=\/)(\w)(?=\w*(\?.*)?$)/, (first) => `%${first.charCodeAt(0).toString(16)}`)

/** Headers that differ by request or connection, and those that only the framework's pages have. */
const notCompared = [
  'date',
  'vary',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'x-request-id',
  'ratelimit',
]

async function answerTo(path: string, init?: RequestInit) {
  const answer = await fetch(base_url + path, init)
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !notCompared.includes(name)))
  return { status: answer.status, headers, body: (await answer.text()).replace(/"request_id":"[^"]*"/, '') }
}

for (const [what, path, init] of [
  ['a known file', `/api/v1/provenance/${known}`],
  ['an unknown file', `/api/v1/provenance/${'ab'.repeat(32)}`],
  ['a malformed id', '/api/v1/provenance/xyz'],
  [
    'a file that the client has already',
    `/api/v1/provenance/${known}`,
    { headers: { 'if-none-match': '*' } },
  ],
  ['the header alone', `/api/v1/provenance/${known}`, { method: 'HEAD' }],
  ['a method that the path does not have', `/api/v1/provenance/${known}`, { method: 'DELETE' }],
  [
    'a preflight',
    `/api/v1/observations/${known}`,
    { method: 'OPTIONS', headers: { origin: 'https://a.example' } },
  ],
  ['a proof', `/api/proofs/${known}`],
  ['a tree', '/api/trees/1'],
  ['a tree that is not there', '/api/trees/999999'],
] as [string, string, RequestInit?][])
  test(`${what} is answered directly as the framework answers it`, async () => {
    const encoded = throughFramework(path)
    expect(encoded).toContain('%')
    expect(await answerTo(path, init)).toEqual(await answerTo(encoded, init))
  })

test('an unpaid observation is quoted directly with the prices of the framework', async () => {
  const path = `/api/v1/observations/${known}`
  const [direct, other] = await Promise.all(
    [path, throughFramework(path)].map((each) => fetch(base_url + each)),
  )
  const priceOf = (answer: Response) =>
    JSON.parse(Buffer.from(answer.headers.get('payment-required')!, 'base64').toString()).accepts.map(
      ({ network, amount, payTo }: Record<string, string>) => ({ network, amount, payTo }),
    )
  expect(direct!.status).toBe(402)
  expect(priceOf(direct!)).toEqual(priceOf(other!))
})
