import { afterEach, expect, test, vi } from 'vitest'
import { cautionOf, explainBadge, nameBadge } from '#lib/client/badge/badge-words'
import { checkBadge } from '#lib/client/badge/check-badge'
import { singleLeafProof } from '#testing/single-leaf-proof'

const proof = singleLeafProof(new Uint8Array([1]))
const answer = { ...proof, status: 'anchored' }

afterEach(() => vi.unstubAllGlobals())

const ask = (rpcUrl?: string) => checkBadge({ origin: 'https://cairn.example', sha256: proof.sha256, rpcUrl })

test('says "Attested" only if the page of the badge names a chain endpoint', async () => {
  vi.stubGlobal('fetch', async () => Response.json(answer))
  const check = await ask()
  expect(check.state).toBe('chain_not_read')
  expect(nameBadge(check)).toBe('Proof fits, chain not read')
  expect(cautionOf(check)).toBe('Place and time are claimed, not confirmed.')
  expect(`${nameBadge(check)} ${explainBadge(check)}`).not.toMatch(/\battested\b/i)
  vi.stubGlobal('fetch', async () => Response.json({ ...answer, withdrawn_at: '2026-04-05T06:07:08Z' }))
  expect(nameBadge(await ask())).toBe('Proof fits, chain not read, withdrawn')
})

test('reports "could not check" if the endpoint of the badge does not answer', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    if (String(url).includes('/api/proofs/')) return Response.json(answer)
    throw new TypeError('fetch failed')
  })
  expect(nameBadge(await ask('https://rpc.example'))).toBe('Could not check')
})

test('says that its service is a demonstration, whatever the state', async () => {
  for (const [status, name] of [
    ['anchored', 'Proof fits, chain not read, demo'],
    ['pending', 'Waiting for its anchor, demo'],
    ['unknown', 'Not known, demo'],
  ]) {
    vi.stubGlobal('fetch', async () => Response.json({ ...answer, status, is_demonstration: true }))
    expect(nameBadge(await ask())).toBe(name)
  }
  vi.stubGlobal('fetch', async () =>
    Response.json({ ...answer, is_demonstration: true, withdrawn_at: '2026-04-05T06:07:08Z' }),
  )
  expect(nameBadge(await ask())).toBe('Proof fits, chain not read, withdrawn, demo')
})
