import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readProofFragment, writeProofFragment } from '#lib/client/proof-link'
import type { Hex, ProofBundle } from '#lib/domain/proof/proof'

const hash = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)
const address = hash.map((value) => value.slice(0, 42) as Hex)
const second = fc
  .integer({ min: 0, max: 4_000_000_000 })
  .map((value) => `${new Date(value * 1_000).toISOString().slice(0, 19)}Z`)

const bundlesOf = (siblings: fc.ArrayConstraints): fc.Arbitrary<ProofBundle> =>
  fc.record({
    version: fc.constant(1 as const),
    sha256: hash.map((value) => value.slice(2)),
    salt: hash,
    fields: hash,
    geohash: fc.constant('u4pruy'),
    captured_at: second,
    leaf_index: fc.nat(),
    leaf_hash: hash,
    proof: fc.array(hash, siblings),
    tree: fc.record({
      tree_id: fc.integer({ min: 1 }),
      leaf_count: fc.integer({ min: 1 }),
      root: hash,
      prev_root: hash,
      leaf_spec: hash,
    }),
    attestation: fc.record({
      chain_id: fc.constant(8453),
      uid: hash,
      tx: hash,
      schema_uid: hash,
      attester: address,
      eas: address,
      block: fc.nat(),
      time: second,
    }),
  })
const bundles = bundlesOf({ maxLength: 32 })
const [sample] = fc.sample(bundles, { numRuns: 1, seed: 7 }) as [ProofBundle]

const packed = async (value: unknown) => {
  const stream = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return `#proof=${Buffer.from(await new Response(stream).arrayBuffer()).toString('base64url')}`
}

describe('a proof in an address', () => {
  test('is read back unchanged, and has only characters that need no escaping in an address', async () => {
    await fc.assert(
      fc.asyncProperty(bundles, async (bundle) => {
        const fragment = await writeProofFragment(bundle)
        expect(fragment).toMatch(/^#proof=[\w-]+$/)
        expect(await readProofFragment(fragment)).toEqual({ bundle })
        expect(await readProofFragment(`#other=1&proof=${fragment.slice(7)}&x=2`)).toEqual({ bundle })
      }),
      { numRuns: 40 },
    )
  })

  test('is short enough for browsers and messengers, even from the largest tree', async () => {
    const [largest] = fc.sample(bundlesOf({ minLength: 32, maxLength: 32 }), { numRuns: 1, seed: 3 })
    expect((await writeProofFragment(largest!)).length).toBeLessThan(4_000)
  })

  test('is undefined for an address that has no proof', async () => {
    for (const fragment of ['', '#', '#proofs=a', '#leaf=0x1'])
      expect(await readProofFragment(fragment)).toBeUndefined()
  })

  test('cut anywhere, or with any character changed, is refused as damaged or unreadable', async () => {
    const whole = await writeProofFragment(sample)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 8, max: whole.length - 2 }), async (length) => {
        expect(await readProofFragment(whole.slice(0, length))).toEqual({ problem: expect.any(String) })
      }),
      { numRuns: 40 },
    )
    for (const broken of ['#proof=', '#proof=%%%', '#proof=AAAA', `${whole.slice(0, 40)}*${whole.slice(41)}`])
      expect(await readProofFragment(broken)).toEqual({
        problem: expect.stringMatching(/^The proof in this address is damaged\./),
      })
  })

  test('that is of another kind or of a newer version says which', async () => {
    expect(await readProofFragment(await packed({ ...sample, version: 2 }))).toEqual({
      problem: 'The proof in this address has version 2; this page knows version 1.',
    })
    for (const other of [null, [], 7, { version: 1 }, { ...sample, salt: '0x' }])
      expect(await readProofFragment(await packed(other))).toEqual({
        problem: 'This address does not contain a proof that this page can read.',
      })
  })

  test('that would unpack to far more than a proof is unpacked only up to a limit', async () => {
    const bomb = await packed('x'.repeat(20_000_000))
    expect(bomb.length).toBeLessThan(64 * 1024)
    expect(await readProofFragment(bomb)).toEqual({ problem: expect.stringContaining('damaged') })
    expect(await readProofFragment(`#proof=${'A'.repeat(70_000)}`)).toEqual({
      problem: 'This address is too long to contain a proof.',
    })
  })
})
