import { afterEach, describe, expect, test, vi } from 'vitest'
import { readChain } from '#lib/client/chain'
import { attestedTopic } from '#lib/domain/proof/attestation'
import { leafSpec } from '#lib/domain/proof/leaf'
import type { Hex } from '#lib/domain/proof/proof'

const word = (value: string | number) => value.toString(16).replace(/^0x/, '').padStart(64, '0')
const uid: Hex = `0x${'a'.repeat(64)}`
const schema: Hex = `0x${'b'.repeat(64)}`
const root: Hex = `0x${'c'.repeat(64)}`
const tx: Hex = `0x${'d'.repeat(64)}`
const eas: Hex = `0x${'4'.repeat(40)}`
const attester: Hex = `0x${'1'.repeat(40)}`
const time = 1_772_633_109
const tree = {
  tree: { tree_id: 1, leaf_count: 1, root, prev_root: `0x${word(0)}` as Hex, leaf_spec: leafSpec },
  attestation: {
    chain_id: 8453,
    uid,
    tx,
    schema_uid: schema,
    attester,
    eas,
    block: 7,
    time: new Date(time * 1_000).toISOString().replace('.000Z', 'Z'),
  },
}
const trust = { chainId: 8453, eas, schemaUids: [schema], attesters: [attester] }

/** The answer of EAS, encoded by its ABI. */
function encoded(change: { revoked?: number; attester?: string } = {}): string {
  const data = [root, 1, 1, 0, leafSpec].map(word)
  const head = [uid, schema, time, 0, change.revoked ?? 0, 0, 0, change.attester ?? attester, 1, 10 * 32]
  return `0x${[32, ...head].map(word).join('')}${word(data.length * 32)}${data.join('')}`
}

const receipt = {
  status: '0x1',
  blockNumber: '0x7',
  logs: [{ address: eas, topics: [attestedTopic], data: uid }],
}

type Endpoint = Partial<Record<'eth_chainId' | 'eth_call' | 'eth_getTransactionReceipt', unknown>> | Error
let calls = 0

function endpoints(byUrl: Record<string, Endpoint>) {
  calls = 0
  vi.stubGlobal('fetch', async (url: string, init: { body: string }) => {
    calls++
    const endpoint = byUrl[url]
    if (!endpoint || endpoint instanceof Error) throw new TypeError('fetch failed')
    const { method } = JSON.parse(init.body)
    const usual = { eth_chainId: '0x2105', eth_call: encoded(), eth_getTransactionReceipt: receipt }
    return Response.json({ result: { ...usual, ...endpoint }[method as keyof typeof usual] })
  })
}

afterEach(() => vi.unstubAllGlobals())

const read = (witnessUrl?: string) => readChain({ rpcUrl: 'one', witnessUrl, tree, trust })

describe('two witnesses', () => {
  test('that agree count as two', async () => {
    endpoints({ one: {}, two: {} })
    expect(await read()).toMatchObject({ outcome: 'confirmed', witnesses: 1 })
    expect(await read('two')).toMatchObject({ outcome: 'confirmed', witnesses: 2, block: 7 })
  })

  test.each([
    ['existence (found; missing)', { eth_call: `0x${word(32)}${word(0).repeat(9)}${word(320)}${word(0)}` }],
    ['revocation (not revoked; 1970-01-01 00:00:09 UTC)', { eth_call: encoded({ revoked: 9 }) }],
    ['attester', { eth_call: encoded({ attester: '2'.repeat(40) }) }],
    ['block (7; 8)', { eth_getTransactionReceipt: { ...receipt, blockNumber: '0x8' } }],
  ])('that disagree about the %s are believed neither', async (what, second) => {
    endpoints({ one: {}, two: second })
    await expect(read('two')).rejects.toThrow(
      `The two chain endpoints disagree about the attestation’s ${what}`,
    )
  })

  test('of which one has pruned the receipt still agree', async () => {
    endpoints({ one: { eth_getTransactionReceipt: null }, two: {} })
    expect(await read('two')).toMatchObject({ outcome: 'confirmed', block: 7 })
  })

  test('of which one is silent or of another chain do not count as two', async () => {
    endpoints({ one: {}, two: new Error('away') })
    await expect(read('two')).rejects.toThrow('The second chain endpoint could not be reached.')
    endpoints({ one: {}, two: { eth_chainId: '0x1' } })
    await expect(read('two')).rejects.toThrow('The second chain endpoint is for chain 1')
  })
})

test('a second witness is asked itself, also where readings are shared', async () => {
  const kept = new Map()
  endpoints({ one: {}, two: {} })
  for (let i = 0; i < 2; i++)
    expect(await readChain({ rpcUrl: 'one', witnessUrl: 'two', tree, trust, kept })).toMatchObject({
      witnesses: 2,
    })
  expect(calls).toBe(6)
  endpoints({ one: {}, three: { eth_call: encoded({ attester: '2'.repeat(40) }) } })
  await expect(readChain({ rpcUrl: 'one', witnessUrl: 'three', tree, trust, kept })).rejects.toThrow(
    'The two chain endpoints disagree about the attestation’s attester',
  )
})

test('the files of one tree share one reading, and a failed reading is not cached', async () => {
  const kept = new Map()
  endpoints({})
  await expect(readChain({ rpcUrl: 'one', tree, trust, kept })).rejects.toThrow('could not be reached')
  endpoints({ one: {} })
  for (let i = 0; i < 5; i++) await readChain({ rpcUrl: 'one', tree, trust, kept })
  expect(calls).toBe(3)
})
