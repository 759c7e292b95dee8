import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { afterEach, expect, test, vi } from 'vitest'
import { explainBadge, nameBadge } from '#lib/client/badge/badge-words'
import { checkBadge } from '#lib/client/badge/check-badge'
import { hashFields, leafOf, leafSpec, toHex } from '#lib/domain/proof/leaf'
import { buildTree, proofOf, rootOf } from '#lib/domain/proof/merkle'
import type { ProofBundle } from '#lib/domain/proof/proof'

const capture = {
  captureSha256: sha256(new Uint8Array([1])),
  salt: sha256(new Uint8Array([2])),
  geohash: 'u4pruy',
  capturedAtMs: Date.UTC(2026, 2, 4, 14, 5, 9),
}
const tree = buildTree([leafOf(capture)])
const zero = `0x${'0'.repeat(64)}` as const
const proof: ProofBundle = {
  version: 1,
  sha256: bytesToHex(capture.captureSha256),
  salt: toHex(capture.salt),
  fields: toHex(hashFields(capture)),
  geohash: capture.geohash,
  captured_at: '2026-03-04T14:05:09Z',
  leaf_index: 0,
  leaf_hash: toHex(leafOf(capture)),
  proof: proofOf(tree, 0).map(toHex),
  tree: { tree_id: 1, leaf_count: 1, root: toHex(rootOf(tree)), prev_root: zero, leaf_spec: leafSpec },
  attestation: {
    ...{ chain_id: 8453, uid: zero, tx: zero, schema_uid: zero, block: 7, time: '2026-03-04T15:00:00Z' },
    ...{ attester: `0x${'1'.repeat(40)}`, eas: `0x${'2'.repeat(40)}` },
  },
}
const answer = { ...proof, status: 'anchored' }

afterEach(() => vi.unstubAllGlobals())

const ask = (rpcUrl?: string) => checkBadge({ origin: 'https://cairn.example', sha256: proof.sha256, rpcUrl })

test('says "Attested" only if the page of the badge names a chain endpoint', async () => {
  vi.stubGlobal('fetch', async () => Response.json(answer))
  const check = await ask()
  expect(check.state).toBe('chain_not_read')
  expect(nameBadge(check)).toBe('Proof fits, chain not read')
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
