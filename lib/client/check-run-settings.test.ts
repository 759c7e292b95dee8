import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CheckSettings } from '#lib/client/check'
import { CheckRun } from '#lib/client/check-run'
import { filesOfChoice } from '#lib/client/found-files'
import { hashSlices } from '#lib/client/hash-slices'
import { attestedTopic } from '#lib/domain/proof/attestation'
import { leafSpec } from '#lib/domain/proof/leaf'
import { filled, singleLeafProof } from '#testing/single-leaf-proof'

const [attester, stranger, eas] = [filled('1', 40), filled('2', 40), filled('4', 40)]
const [uid, schema, tx, zero] = [filled('a', 64), filled('b', 64), filled('d', 64), filled('0', 64)]
const trust = { chainId: 8453, eas, schemaUids: [schema], attesters: [attester] }
const right: CheckSettings = { trust, rpcUrl: 'one' }
const wrong: CheckSettings = { trust: { ...trust, attesters: [stranger] }, rpcUrl: 'one' }

const time = Date.UTC(2026, 2, 4, 15) / 1_000
const proof = singleLeafProof(new TextEncoder().encode('a picture'), {
  uid,
  tx,
  schema_uid: schema,
  attester,
  eas,
})

/** The answer of EAS, encoded by its ABI. */
const word = (value: string | number) => value.toString(16).replace(/^0x/, '').padStart(64, '0')
const data = [proof.tree.root, 1, 1, 0, leafSpec].map(word)
const head = [uid, schema, time, 0, 0, 0, 0, attester, 1, 10 * 32].map(word)
const answers = {
  eth_chainId: '0x2105',
  eth_call: `0x${word(32)}${head.join('')}${word(data.length * 32)}${data.join('')}`,
  eth_getTransactionReceipt: {
    status: '0x1',
    blockNumber: '0x7',
    logs: [{ address: eas, topics: [attestedTopic], data: uid }],
  },
}

let calls = 0
let answered: Promise<unknown>
beforeEach(() => {
  calls = 0
  answered = Promise.resolve()
  vi.stubGlobal('fetch', async (_: string, init: { body: string }) => {
    calls++
    const { method } = JSON.parse(init.body) as { method: keyof typeof answers }
    await answered
    return Response.json({ result: answers[method] })
  })
})

let run: CheckRun
afterEach(() => {
  run.close()
  vi.unstubAllGlobals()
})

function start(settings: CheckSettings) {
  run = new CheckRun(settings, {
    hash: hashSlices,
    lookUp: async () => Promise.reject(new Error('not asked')),
    wait: async () => undefined,
    now: () => 0,
  })
  const files = [new File(['a picture'], 'a.jpg'), new File([JSON.stringify(proof)], 'a.proof.json')]
  return run.add(filesOfChoice(files))
}

const verdictIs = (verdict: string) =>
  expect.poll(() => run.snapshot().rows).toMatchObject([{ state: 'done', report: { verdict } }])

test('a verdict follows the trusted attester, in both directions', async () => {
  await start(right)
  await verdictIs('verified')
  run.use(wrong)
  await verdictIs('revoked_or_wrong_attester')
  run.use(right)
  await verdictIs('verified')
})

test.each([
  ['chain', { trust: { ...trust, chainId: 1 } }],
  ['schema', { trust: { ...trust, schemaUids: [zero] } }],
  ['EAS contract', { trust: { ...trust, eas: attester } }],
])('a verdict follows the trusted %s', async (_, change) => {
  await start(right)
  await verdictIs('verified')
  run.use({ ...right, ...change })
  await verdictIs('revoked_or_wrong_attester')
})

test('no verdict is shown while a file is checked with other settings', async () => {
  await start(right)
  await verdictIs('verified')
  const { promise, resolve } = Promise.withResolvers<void>()
  answered = promise
  run.use(wrong)
  await expect.poll(() => run.snapshot().rows).toMatchObject([{ state: 'asking' }])
  expect(run.snapshot().rows[0]!.report).toBeUndefined()
  resolve()
  await verdictIs('revoked_or_wrong_attester')
})

test('settings that change during a check apply to its result', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  answered = promise
  await start(right)
  await expect.poll(() => calls).toBeGreaterThan(0)
  run.use(wrong)
  resolve()
  await verdictIs('revoked_or_wrong_attester')
})

test('equal settings cause no other check', async () => {
  await start(right)
  await verdictIs('verified')
  const before = calls
  run.use(structuredClone(right))
  await verdictIs('verified')
  expect(calls).toBe(before)
})
