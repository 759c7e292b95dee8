import { afterEach, describe, expect, test, vi } from 'vitest'
import { check } from '#lib/client/check'

const sha256 = 'a'.repeat(64)
const trust = { chainId: 8453, eas: '0x', schemaUids: [], attesters: [] } as const
const unverified = { provenance_hash: `sha256:${sha256}`, verified: false }

/** Answers a request by a part of its path. An error, or a path without an answer, fails the request. */
function answerWith(answers: Record<string, unknown>) {
  vi.stubGlobal('fetch', async (url: string) => {
    const found = Object.entries(answers).find(([part]) => url.includes(part))
    if (!found || found[1] instanceof Error) throw new TypeError('fetch failed')
    return found[1] instanceof Response ? found[1].clone() : Response.json(found[1])
  })
}

afterEach(() => vi.unstubAllGlobals())

const run = () => check({ sha256, trust, rpcUrl: undefined })

describe('without a proof', () => {
  test('a waiting capture is pending and says how long', async () => {
    answerWith({
      proofs: { status: 'pending', sha256, anchored_within_seconds: 600 },
      provenance: unverified,
    })
    expect(await run()).toMatchObject({ verdict: 'pending', anchoredWithinSeconds: 600 })
  })

  test('the manifest of a model says which capture the model was made from', async () => {
    const beside = { made_from: 'c'.repeat(64) }
    answerWith({
      proofs: { status: 'pending', sha256, anchored_within_seconds: 600, ...beside },
      provenance: unverified,
    })
    expect(await run()).toMatchObject({ verdict: 'pending', madeFrom: beside.made_from })
  })

  test('"not known here" needs both records to say so', async () => {
    answerWith({ proofs: { status: 'unknown', sha256 }, provenance: unverified })
    expect(await run()).toMatchObject({ verdict: 'unknown' })
    answerWith({ proofs: { status: 'unknown', sha256 }, provenance: { ...unverified, verified: true } })
    expect(await run()).toMatchObject({ verdict: 'could_not_check' })
  })

  test('without a connection the reason is that the device is offline, not that the service is away', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    answerWith({ proofs: new Error('offline'), provenance: unverified })
    expect(await run()).toMatchObject({
      verdict: 'could_not_check',
      reason: 'This device is offline.',
      isOffline: true,
    })
  })

  test.each([
    ['no answer', new Error('offline')],
    ['an error', Response.json({}, { status: 500 })],
    ['too many requests', Response.json({}, { status: 429, headers: { 'retry-after': '7' } })],
    ['no JSON', new Response('<html>')],
    ['another shape', { status: 'unknown' }],
    ['another fingerprint', { status: 'unknown', sha256: 'b'.repeat(64) }],
  ])('%s could not be checked, and says why', async (_, answer) => {
    answerWith({ proofs: answer, provenance: unverified })
    expect(await run()).toMatchObject({
      verdict: 'could_not_check',
      reason: expect.stringMatching(/^This service /),
    })
  })

  test('too many requests tells when to try again', async () => {
    answerWith({
      proofs: Response.json({}, { status: 429, headers: { 'retry-after': '7' } }),
      provenance: unverified,
    })
    expect((await run()).reason).toContain('Try again in 7 seconds.')
  })

  test('an aborted check gives no verdict', async () => {
    answerWith({})
    const signal = AbortSignal.abort(new Error('left the page'))
    await expect(check({ sha256, trust, rpcUrl: undefined, signal })).rejects.toThrow('left the page')
  })
})
